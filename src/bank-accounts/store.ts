/**
 * Registered bank accounts (interface §4.7, open points `bank-account-shape`, `pad-agreement`). The number is sealed at rest
 * and never answered; a keyed fingerprint recognises the same account when it is registered again.
 */
import { int8Array, textArray } from '../base/binary-arrays.ts';
import type { Row, Tx } from '../base/database.ts';
import type { SecretBox } from '../base/secrets.ts';
import { type BankAccountNumber, maskedAccountNumber, significant } from './account-number.ts';

/** The signed agreement, as it was sent. */
export interface PadAgreement {
  category: 'personal' | 'business';
  signedAt: string;
  signatoryName: string;
  reference?: string;
}

export interface BankAccount {
  partnerId: bigint;
  id: bigint;
  institutionNumber: string;
  transitNumber: string;
  /** The number with all but its end masked. */
  accountMasked: string;
  accountHolderName: string;
  padAgreement: PadAgreement | null;
  status: 'active' | 'inactive';
  attention: string | null;
  createdAt: Temporal.Instant;
}

/** What sealed numbers are bound to: they open in their partner's rows only. */
export const accountContext = (partnerId: bigint) => `bank account of partner ${partnerId}`;

const columns = `partner_id, id, institution_number, transit_number, account_masked, account_holder_name, pad_agreement, status,
  attention, created_at`;

type NewAccount = BankAccountNumber & { accountHolderName: string; padAgreement?: PadAgreement };

/** What recognises the same account of a partner (leading zeros aside). */
function fingerprintOf(box: SecretBox, partnerId: bigint, account: BankAccountNumber): Buffer {
  const identity = `${account.institutionNumber}-${account.transitNumber}-${significant(account.accountNumber)}`;
  return box.fingerprint(identity, accountContext(partnerId));
}

/**
 * The same account as it is registered already, locked. Until the transaction ends nobody else looks for an account of this partner
 * here: of two who register the same one, the second finds that of the first.
 */
export async function lockSameAccount(
  tx: Tx,
  box: SecretBox,
  partnerId: bigint,
  account: BankAccountNumber,
): Promise<BankAccount | undefined> {
  await tx.query('select from public.partners where id = $1 for no key update', [partnerId]);
  const { rows } = await tx.query(
    `select ${columns} from bank_accounts where partner_id = $1 and account_fingerprint = $2 for update`,
    [partnerId, fingerprintOf(box, partnerId, account)],
  );
  return rows[0] && accountFromRow(rows[0]);
}

/**
 * Registers an account. The same account again (leading zeros aside) is the same record: its holder's name and, where one is
 * sent, its agreement are renewed, and it is active again. Its number stands as it was given last: some banks take leading zeros for
 * a part of it. Debits that were made have their own copy.
 */
export async function registerAccount(
  tx: Tx,
  box: SecretBox,
  partnerId: bigint,
  account: NewAccount,
): Promise<BankAccount> {
  const { rows } = await tx.query(
    `insert into bank_accounts (partner_id, institution_number, transit_number, account_sealed, account_fingerprint,
       account_masked, account_holder_name, pad_agreement, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, (select business_now()), (select business_now()))
     on conflict (partner_id, account_fingerprint) do update set status = 'active', attention = null,
       account_sealed = excluded.account_sealed, account_masked = excluded.account_masked,
       account_holder_name = excluded.account_holder_name,
       pad_agreement = coalesce(excluded.pad_agreement, bank_accounts.pad_agreement), changed_at = excluded.changed_at
     returning ${columns}`,
    [
      partnerId,
      account.institutionNumber,
      account.transitNumber,
      box.seal(account.accountNumber, accountContext(partnerId)),
      fingerprintOf(box, partnerId, account),
      maskedAccountNumber(account.accountNumber),
      account.accountHolderName,
      account.padAgreement ? JSON.stringify(account.padAgreement) : null,
    ],
  );
  return accountFromRow(rows[0] as Row);
}

/** Accounts of a partner, newest first: all of them, or `limit` of those before an id. */
export async function listAccounts(
  tx: Tx,
  partnerId: bigint,
  { before, limit }: { before?: bigint | undefined; limit?: number } = {},
): Promise<BankAccount[]> {
  const { rows } = await tx.query(
    `select ${columns} from bank_accounts where partner_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [partnerId, before ?? null, limit ?? null],
  );
  return rows.map(accountFromRow);
}

/** An account of a partner, with `lock` for a change of it. */
export async function findAccount(
  tx: Tx,
  partnerId: bigint,
  id: bigint,
  { lock = false }: { lock?: boolean } = {},
): Promise<BankAccount | undefined> {
  const { rows } = await tx.query(
    `select ${columns} from bank_accounts where partner_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [partnerId, id],
  );
  return rows[0] && accountFromRow(rows[0]);
}

/** Accounts by partner and id; those that are not there are left out. */
export async function findAccounts(
  tx: Tx,
  keys: readonly { partnerId: bigint; bankAccountId: bigint }[],
): Promise<BankAccount[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query(
    `select ${columns} from bank_accounts
     where (partner_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [int8Array(keys.map(({ partnerId }) => partnerId)), int8Array(keys.map(({ bankAccountId }) => bankAccountId))],
  );
  return rows.map(accountFromRow);
}

/** Accounts of a partner that can be debited, newest first: those with `search` in the holder's name or in the shown digits. */
export async function findDebitable(tx: Tx, partnerId: bigint, search: string, limit: number): Promise<BankAccount[]> {
  const { rows } = await tx.query(
    `select ${columns} from bank_accounts
     where partner_id = $1 and status = 'active' and pad_agreement is not null
       and (strpos(lower(account_holder_name), lower($2)) > 0 or strpos(account_masked, $2) > 0)
     order by id desc limit $3`,
    [partnerId, search.trim(), limit],
  );
  return rows.map(accountFromRow);
}

/** Why an account cannot be debited for a new payment, for the partner; undefined where it can. */
export function debitFault(account: BankAccount | undefined): string | undefined {
  if (!account) return 'is not a bank account registered by you';
  if (account.status !== 'active') return 'is a deactivated bank account: register it again to use it';
  if (!account.padAgreement) {
    return 'is a bank account without a signed pre-authorized debit agreement: register it again with padAgreement';
  }
  return undefined;
}

/** Stops new payments on an account; debits under way carry their own copy. Deactivating it again changes nothing. */
export async function deactivateAccount(tx: Tx, partnerId: bigint, id: bigint): Promise<BankAccount | undefined> {
  const { rows } = await tx.query(
    `update bank_accounts set status = 'inactive', changed_at = (select business_now())
     where partner_id = $1 and id = $2 returning ${columns}`,
    [partnerId, id],
  );
  return rows[0] && accountFromRow(rows[0]);
}

/** Marks accounts as needing somebody's attention; they stay active (open point `account-after-return`). */
export async function noteAttention(
  tx: Tx,
  notes: readonly { partnerId: bigint; bankAccountId: bigint; attention: string }[],
): Promise<void> {
  if (notes.length === 0) return;
  await tx.query(
    `update bank_accounts b set attention = n.attention, changed_at = (select business_now())
     from (select distinct on (partner_id, id) * from unnest($1::bigint[], $2::bigint[], $3::text[]) as n (partner_id, id, attention)) n
     where b.partner_id = n.partner_id and b.id = n.id`,
    [
      int8Array(notes.map((note) => note.partnerId)),
      int8Array(notes.map((note) => note.bankAccountId)),
      textArray(notes.map((note) => note.attention)),
    ],
  );
}

function accountFromRow(row: Row): BankAccount {
  return {
    partnerId: row.partner_id as bigint,
    id: row.id as bigint,
    institutionNumber: row.institution_number as string,
    transitNumber: row.transit_number as string,
    accountMasked: row.account_masked as string,
    accountHolderName: row.account_holder_name as string,
    padAgreement: row.pad_agreement as PadAgreement | null,
    status: row.status as BankAccount['status'],
    attention: row.attention as string | null,
    createdAt: row.created_at as Temporal.Instant,
  };
}
