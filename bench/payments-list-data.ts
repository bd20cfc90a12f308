/**
 * The data of the payments-list bench: a year of one partner with a million payments, written by SQL (only reading is measured), and
 * somebody who is signed in there.
 */
import { catalogueFromFile } from '../src/payees/catalogue.ts';
import { newPerson } from '../src/people/invitations.ts';
import { makeLink } from '../src/people/link-tokens.ts';
import type { World } from './world.ts';

export interface Bulk {
  partnerId: bigint;
  /** One of the oldest payments: what is found at once however long ago it was. */
  old: { id: bigint; identificationNumber: string; userEmail: string };
  /** The address under which one payment in ten was created. */
  busyEmail: string;
}

const users = 50_000;
const days = 365;
const busyEmail = 'accounts@example.com';

/** Most are completed, few pending, one in a hundred failed; one in a thousand by card. Ids and times of creation rise together. */
const insertion = `
insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, received_cents, user_id,
  user_name, user_email, due_at, created_at, changed_at, completed_at, payee_name, bill_type, account_number, rent_fields)
select $1::bigint, nextval('payment_ids'), kind, state, 1, (100000000000 + n * 7919)::text, 1000 + n % 500000,
  case when state in ('settled', 'collected') then 1000 + n % 500000 end,
  'usr_' || left(encode(sha256('quittance user'::bytea || '\\x00' || $1::bigint::text::bytea || '\\x00' || email::bytea), 'hex'), 26),
  'User ' || md5(u::text), email, at + interval '14 days', at, at,
  case when state in ('settled', 'collected') then at + interval '1 hour' * (1 + n % 72) end,
  case when bill then ($3::text[])[1 + n % cardinality($3::text[])] end, case when bill then 'utilities' end,
  case when bill then (300000000 + u * 11)::text end, case when bill then null else '{}' end
from (
  select n, n * 2654435761 % $4::bigint as u,
    case when n % 10 = 0 then $6::text else 'user' || n * 2654435761 % $4::bigint || '@example.com' end as email,
    now() - make_interval(days => $5::integer) + make_interval(secs => $5::integer * 86400.0 * n / $2::bigint) as at,
    case when n % 1000 = 7 then 'rent_card' when n % 10 = 3 then 'rent_interac' when n % 7 = 2 then 'bill_eft' else 'bill_interac' end as kind
  from generate_series(1, $2::bigint) n
) g cross join lateral (select kind like 'bill%' as bill) b cross join lateral (
  select case when n % 100 = 50 and bill then 'rejected' when n % 30 = 11 then 'awaiting_funds'
              when bill then 'settled' else 'collected' end as state
) s order by n`;

export async function fillPayments(world: World, count: number): Promise<Bulk> {
  const { answer } = await world.command('partner', 'create', '--name', 'a partner with a million payments');
  const partnerId = BigInt(answer.partnerId as number);
  const payees = catalogueFromFile().payees.map((payee) => payee.name);
  await world.database.query(insertion, [partnerId, count, payees, users, days, busyEmail]);
  await world.database.query('vacuum analyze payments');
  const { rows } = await world.database.query<{ id: bigint; number: string; email: string }>(
    `select id, identification_number as number, user_email as email from payments
     where partner_id = $1 and user_email <> $2 order by id offset 100 limit 1`,
    [partnerId, busyEmail],
  );
  const first = rows[0] as { id: bigint; number: string; email: string };
  return { partnerId, old: { id: first.id, identificationNumber: first.number, userEmail: first.email }, busyEmail };
}

/** Signs somebody of the partner in by a one-time link; answers the cookie. */
export async function signIn(world: World, address: string, partnerId: bigint): Promise<string> {
  const link = await world.database.transaction(async (tx) => {
    const personId = (await newPerson(tx, 'bench@example.com', 'Bench')) as bigint;
    await tx.query(`insert into memberships (partner_id, person_id, role) values ($1, $2, 'viewer')`, [
      partnerId,
      personId,
    ]);
    return makeLink(tx, personId, 10);
  });
  const response = await fetch(`${address}/auth/sign-in/link`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ token: link }),
  });
  if (response.status !== 200) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}
