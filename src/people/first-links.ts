/**
 * How the first ones get in: in a sandbox by links that the start prints, elsewhere by the command `person`. There is no default
 * password anywhere.
 */
import type { Row, Tx } from '../base/database.ts';
import { newPerson, personByEmail } from './invitations.ts';
import { makeLink, withdrawLinks } from './link-tokens.ts';
import { operatorId } from './roles.ts';
import type { Role } from './views.ts';

const validMinutes = 24 * 60;

interface FirstPerson {
  partnerId: bigint;
  role: Role;
  email: string;
  name: string;
}

/** Tokens of one-time links, as long as nobody with that role has set a password. */
export interface FirstLinks {
  owner: string | undefined;
  operator: string | undefined;
}

/** The demo partner's owner and the sandbox's operator, made where they are missing, each with a new link. */
export async function firstLinks(tx: Tx, demoPartnerId: bigint): Promise<FirstLinks> {
  const owner = { role: 'owner', email: 'owner@demo.invalid', name: 'Demo owner' } as const;
  const operator = { role: 'approver', email: 'operator@quittance.invalid', name: 'Sandbox operator' } as const;
  return {
    owner: await firstLink(tx, { partnerId: demoPartnerId, ...owner }),
    operator: await firstLink(tx, { partnerId: operatorId, ...operator }),
  };
}

async function firstLink(tx: Tx, { partnerId, role, email, name }: FirstPerson): Promise<string | undefined> {
  const settled = await tx.query<Row>(
    `select from memberships m join people_passwords w on w.person_id = m.person_id
     where m.partner_id = $1 and m.role = $2 and w.password is not null limit 1`,
    [partnerId, role],
  );
  if (settled.rowCount !== 0) return undefined;
  const personId = (await newPerson(tx, email, name)) ?? ((await personByEmail(tx, email)) as bigint);
  await tx.query(
    'insert into memberships (partner_id, person_id, role) values ($1, $2, $3) on conflict (partner_id, person_id) do nothing',
    [partnerId, personId, role],
  );
  await withdrawLinks(tx, personId);
  return makeLink(tx, personId, validMinutes);
}
