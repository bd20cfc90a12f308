/**
 * How often something secret may be tried: by account, from wherever; and by network address, for whatever account. Every try
 * counts before it is looked at, so that many at once are not one.
 */
import { isIPv6 } from 'node:net';
import type { Row, Tx } from '../base/database.ts';

const windowMinutes = 15;
/** Of one account, by one way: a person mistypes a few times, a program does not stop. A success begins anew. */
export const triesPerAccount = 10;
/** From one address: an office may stand behind it. */
export const triesPerAddress = 100;
/** Invitations of one person: a team is invited at once, a town is not. */
export const invitationsPerPerson = 30;

/** Counts a try of each key; answers the seconds to wait where one of them has had too many. */
export async function countGuesses(tx: Tx, keys: readonly { key: string; max: number }[]): Promise<number | undefined> {
  const { rows } = await tx.query<{ wait: number } & Row>(
    `with forgotten as (
       delete from people_guesses where key in (
         select key from people_guesses where since < now() - interval '1 day' limit 10 for update skip locked)
         and key <> all ($1::text[])
     ), counted as (
       insert into people_guesses as g (key, count) select key, 1 from unnest($1::text[]) as tried(key) order by key
       on conflict (key) do update set
         count = case when g.since < now() - make_interval(mins => $3) then 1 else g.count + 1 end,
         since = case when g.since < now() - make_interval(mins => $3) then now() else g.since end
       returning key, count, since
     )
     select greatest(1, ceil(extract(epoch from since + make_interval(mins => $3) - now())))::int as wait
     from counted join unnest($1::text[], $2::int[]) as limits(key, max) using (key)
     where count > max order by wait desc limit 1`,
    [keys.map(({ key }) => key), keys.map(({ max }) => max), windowMinutes],
  );
  return rows[0]?.wait;
}

/** Begins a key anew, after a success. */
export async function forgetGuesses(tx: Tx, key: string): Promise<void> {
  await tx.query('delete from people_guesses where key = $1', [key]);
}

/** Takes one try back: it succeeded. */
export async function forgiveGuess(tx: Tx, key: string): Promise<void> {
  await tx.query('update people_guesses set count = count - 1 where key = $1 and count > 0', [key]);
}

/** Whose tries count together: an address, of IPv6 the network of 64 bits that one line is given. Some proxies tell the port with it. */
export function addressKey(address: string): { key: string; max: number } {
  const [, six, four] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  const host = six ?? four ?? address;
  return { key: `address ${isIPv6(host) ? networkOf(host) : host}`, max: triesPerAddress };
}

export function accountKey(way: string, email: string): { key: string; max: number } {
  return { key: `account ${way} ${email.toLowerCase().slice(0, 254)}`, max: triesPerAccount };
}

/** Codes of a person's second factor, of whatever kind and in whatever challenge. */
export function secondFactorKey(personId: bigint): { key: string; max: number } {
  return accountKey('second-factor', String(personId));
}

/** What keeps mailboxes from being filled: the invitations of one person, and those to one address, whoever sends them. */
export function invitationKeys(inviter: bigint, email: string): { key: string; max: number }[] {
  return [{ key: `invitations of ${inviter}`, max: invitationsPerPerson }, accountKey('invitations to', email)];
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] as string).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
