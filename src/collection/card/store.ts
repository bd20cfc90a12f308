/**
 * All SQL on identity checks and card sessions.
 */
import type { Row, Tx } from '../../base/database.ts';
import type { PaymentKey } from '../../payments/store.ts';
import type { CardDecline, CardView, IdentityFailure, IdentityView, Language, Provider } from './ports.ts';

/** `asked`: the provider was asked for a session, its answer is not recorded yet. `refused`: it did not give one. */
export type CheckState = 'asked' | 'refused' | IdentityView['state'];
export type SessionState = 'asked' | 'refused' | 'held' | CardView['state'];
export type HeldReason = 'amount' | 'currency' | 'already_paid';

/** What a view is of: the session under this id at the provider, or the attempt for which it was just begun. */
export interface Seen {
  attempt?: number;
  providerId: string;
}

/** How a session was asked for first. */
export interface Asked {
  language: Language;
  /** Of the payer's way back: with its question mark, or empty. */
  returnQuery: string;
  description: string;
}

interface Attempt {
  partnerId: bigint;
  paymentId: bigint;
  attempt: number;
  provider: Provider;
  /** The provider is asked for the session under this key, and always for the same. */
  beginKey: string;
  asked: Asked;
  providerId: string | undefined;
  startedAt: Temporal.Instant;
}
export interface IdentityCheck extends Attempt {
  state: CheckState;
  failure: IdentityFailure | undefined;
}
export interface CardSession extends Attempt {
  state: SessionState;
  amountCents: bigint;
  decline: CardDecline | undefined;
  providerPaymentId: string | undefined;
  receivedCents: bigint | undefined;
  heldReason: HeldReason | undefined;
  /** Its money went back to the payer in full, by refunds that succeeded. */
  wentBack: boolean;
}

const attemptColumns = `partner_id, payment_id, attempt, provider, begin_key, language, return_query, description, provider_id,
  started_at, state`;
const checkColumns = `${attemptColumns}, failure`;
const sessionColumns = `${attemptColumns}, amount_cents, decline, provider_payment_id, received_cents, held_reason`;

/** The latest identity check of a payment. */
export async function latestCheck(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<IdentityCheck | undefined> {
  const { rows } = await tx.query({
    name: 'identity-latest',
    text: `select ${checkColumns} from identity_checks where partner_id = $1 and payment_id = $2 order by attempt desc limit 1`,
    values: [partnerId, paymentId],
  });
  return rows[0] && checkFromRow(rows[0]);
}

/** All card sessions of a payment, the latest first: a few at most. */
export async function sessionsOf(tx: Tx, { partnerId, paymentId }: PaymentKey): Promise<CardSession[]> {
  const { rows } = await tx.query({
    name: 'card-sessions-of',
    text: `select ${sessionColumns}, coalesce(received_cents <= (select sum(r.gone_cents) from card_reversals r
             where r.partner_id = s.partner_id and r.payment_id = s.payment_id and r.attempt = s.attempt and r.state = 'posted' and r.kind = 'refund'),
             false) as went_back
           from card_sessions s where partner_id = $1 and payment_id = $2 order by attempt desc`,
    values: [partnerId, paymentId],
  });
  return rows.map(sessionFromRow);
}

/** Notes that the provider is about to be asked. The payment must be locked. */
export async function insertCheck(
  tx: Tx,
  key: PaymentKey,
  provider: Provider,
  attempt: number,
  { language, returnQuery, description }: Asked,
): Promise<IdentityCheck> {
  const { rows } = await tx.query(
    `insert into identity_checks (partner_id, payment_id, attempt, provider, state, language, return_query, description,
       started_at, changed_at)
     values ($1, $2, $3, $4, 'asked', $5, $6, $7, (select business_now()), (select business_now())) returning ${checkColumns}`,
    [key.partnerId, key.paymentId, attempt, provider, language, returnQuery, description],
  );
  return checkFromRow(rows[0] as Row);
}

export async function insertSession(
  tx: Tx,
  key: PaymentKey,
  provider: Provider,
  attempt: number,
  { language, returnQuery, description }: Asked,
  amountCents: bigint,
): Promise<CardSession> {
  const { rows } = await tx.query(
    `insert into card_sessions (partner_id, payment_id, attempt, provider, state, language, return_query, description,
       amount_cents, started_at, changed_at)
     values ($1, $2, $3, $4, 'asked', $5, $6, $7, $8, (select business_now()), (select business_now())) returning ${sessionColumns}`,
    [key.partnerId, key.paymentId, attempt, provider, language, returnQuery, description, amountCents],
  );
  return sessionFromRow(rows[0] as Row);
}

/** Which row of ours a session of the provider is; its payment must be locked before it is read to be changed. */
export async function findByProvider(
  tx: Tx,
  table: 'identity_checks' | 'card_sessions',
  provider: Provider,
  providerId: string,
): Promise<PaymentKey | undefined> {
  const { rows } = await tx.query<{ partner_id: bigint; payment_id: bigint }>(
    `select partner_id, payment_id from ${table} where provider_id = $1 and provider = $2`,
    [providerId, provider],
  );
  return rows[0] && { partnerId: rows[0].partner_id, paymentId: rows[0].payment_id };
}

/** The check that a view belongs to: by its id at the provider, else the attempt that has none yet. The payment must be locked. */
export async function findCheck(tx: Tx, key: PaymentKey, seen: Seen): Promise<IdentityCheck | undefined> {
  const { rows } = await tx.query(select('identity_checks', checkColumns), seenValues(key, seen));
  return rows[0] && checkFromRow(rows[0]);
}

export async function findSession(tx: Tx, key: PaymentKey, seen: Seen): Promise<CardSession | undefined> {
  const { rows } = await tx.query(select('card_sessions', sessionColumns), seenValues(key, seen));
  return rows[0] && sessionFromRow(rows[0]);
}

const select = (table: string, columns: string) =>
  `select ${columns} from ${table} where partner_id = $1 and payment_id = $2
   and (provider_id = $3 or (provider_id is null and state = 'asked' and attempt = $4)) order by provider_id nulls last limit 1`;
const seenValues = (key: PaymentKey, seen: Seen) => [
  key.partnerId,
  key.paymentId,
  seen.providerId,
  seen.attempt ?? null,
];

export async function saveCheck(tx: Tx, check: IdentityCheck, nextLookAt: Temporal.Instant | undefined): Promise<void> {
  await tx.query(
    `update identity_checks set provider_id = $4, state = $5, failure = $6, next_look_at = $7,
       changed_at = case when (provider_id, state, failure) is distinct from ($4, $5, $6) then (select business_now()) else changed_at end
     where partner_id = $1 and payment_id = $2 and attempt = $3`,
    [
      check.partnerId,
      check.paymentId,
      check.attempt,
      check.providerId ?? null,
      check.state,
      check.failure ?? null,
      nextLookAt?.toString() ?? null,
    ],
  );
}

export async function saveSession(
  tx: Tx,
  session: CardSession,
  nextLookAt: Temporal.Instant | undefined,
): Promise<void> {
  await tx.query(
    `update card_sessions set provider_id = $4, state = $5, decline = $6, provider_payment_id = $7, received_cents = $8,
       held_reason = $9, next_look_at = $10,
       changed_at = case when (state, decline, received_cents) is distinct from ($5, $6, $8::bigint) then (select business_now())
         else changed_at end
     where partner_id = $1 and payment_id = $2 and attempt = $3`,
    [
      session.partnerId,
      session.paymentId,
      session.attempt,
      session.providerId ?? null,
      session.state,
      session.decline ?? null,
      session.providerPaymentId ?? null,
      session.receivedCents ?? null,
      session.heldReason ?? null,
      nextLookAt?.toString() ?? null,
    ],
  );
}

/** An attempt that the provider was asked for, and did not give. */
export async function refuseAsked(
  tx: Tx,
  table: 'identity_checks' | 'card_sessions',
  { partnerId, paymentId, attempt }: PaymentKey & { attempt: number },
): Promise<void> {
  await tx.query(
    `update ${table} set state = 'refused', changed_at = (select business_now())
     where partner_id = $1 and payment_id = $2 and attempt = $3 and state = 'asked' and provider_id is null`,
    [partnerId, paymentId, attempt],
  );
}

/** A session at the provider that is to be asked about again. */
export interface DueLook {
  kind: 'identity' | 'card';
  providerId: string;
}

/**
 * Claims up to `limit` sessions whose next look is due at business time `at`, so that no other process asks for them meanwhile;
 * one that dies leaves them for after `againAt`.
 */
export async function claimDueLooks(
  tx: Tx,
  provider: Provider,
  at: Temporal.Instant,
  againAt: Temporal.Instant,
  limit: number,
): Promise<DueLook[]> {
  const claim = (table: string) =>
    `update ${table} t set next_look_at = $3 where (t.partner_id, t.payment_id, t.attempt) in (
       select partner_id, payment_id, attempt from ${table} where next_look_at <= $2 and provider = $1
       order by next_look_at limit $4 for update skip locked) returning t.provider_id`;
  const looks: DueLook[] = [];
  for (const [kind, table] of [
    ['identity', 'identity_checks'],
    ['card', 'card_sessions'],
  ] as const) {
    const { rows } = await tx.query<{ provider_id: string | null }>(claim(table), [
      provider,
      at.toString(),
      againAt.toString(),
      limit,
    ]);
    for (const row of rows) if (row.provider_id !== null) looks.push({ kind, providerId: row.provider_id });
  }
  return looks;
}

function attemptFromRow(row: Row): Attempt {
  return {
    partnerId: row.partner_id as bigint,
    paymentId: row.payment_id as bigint,
    attempt: row.attempt as number,
    provider: row.provider as Provider,
    beginKey: row.begin_key as string,
    asked: {
      language: row.language as Language,
      returnQuery: row.return_query as string,
      description: row.description as string,
    },
    startedAt: row.started_at as Temporal.Instant,
    providerId: (row.provider_id as string | null) ?? undefined,
  };
}

function checkFromRow(row: Row): IdentityCheck {
  return {
    ...attemptFromRow(row),
    state: row.state as CheckState,
    failure: (row.failure as IdentityFailure | null) ?? undefined,
  };
}

function sessionFromRow(row: Row): CardSession {
  return {
    ...attemptFromRow(row),
    state: row.state as SessionState,
    amountCents: row.amount_cents as bigint,
    decline: (row.decline as CardDecline | null) ?? undefined,
    providerPaymentId: (row.provider_payment_id as string | null) ?? undefined,
    receivedCents: (row.received_cents as bigint | null) ?? undefined,
    heldReason: (row.held_reason as HeldReason | null) ?? undefined,
    wentBack: row.went_back === true,
  };
}
