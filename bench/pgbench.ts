/**
 * The baseline of create-payment: pgbench writes the rows of a creation straight into the same database, one payment per
 * transaction, without HTTP, authentication, validation, idempotency or a record to make: what the database alone would give.
 */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { endOf, textOf, type World } from './world.ts';

const program = process.env.PGBENCH || 'pgbench';

/** Whether there is a pgbench, with its version. */
export function pgbenchVersion(): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export interface BaselineRun {
  transactions: number;
  perSecond: number;
}

/**
 * Runs the baseline for `seconds` with 32 connections. `sample` is an answer of the service: the stored texts have its length.
 * The rows belong to `partnerId`, so that they can be counted apart.
 */
export async function runPgbench(
  world: World,
  run: { partnerId: bigint; seconds: number; sample: string },
): Promise<BaselineRun> {
  const script = path.join(world.dataDir, 'create-payment.pgbench');
  writeFileSync(script, scriptText(run.partnerId, run.sample));
  const child = spawn(
    program,
    ['-n', '-c', '32', '-j', '2', '-M', 'prepared', '-T', String(run.seconds), '-f', script, world.database.url],
    {
      env: { ...process.env, PGOPTIONS: `-c search_path=${world.database.schema},public` },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [said, complained, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), endOf(child)]);
  const transactions = /actually processed: (\d+)/.exec(said)?.[1];
  const perSecond = /tps = ([\d.]+) \(without initial/.exec(said)?.[1];
  if (code !== 0 || !transactions || !perSecond) throw new Error(`pgbench ended with ${code}: ${complained}${said}`);
  return { transactions: Number(transactions), perSecond: Number(perSecond) };
}

function scriptText(partnerId: bigint, sample: string): string {
  // Everything of the record behind its id, which the database puts in front, as it does for the service.
  const afterId = sample.slice(sample.indexOf(',')).replaceAll("'", "''");
  const text = `'{"id":' || currval('payment_ids') || '${afterId}'`;
  // A number that nobody else has, scattered over the index as random ones are: multiplying by what has no factor in
  // common with the modulus meets each value once.
  const number = `(100000000000 + currval('payment_ids') * 387420489 % 899999999999)::text`;
  return `begin;
insert into payments (partner_id, id, kind, state, version, identification_number, amount_cents, user_id, user_name, user_email, due_at, created_at, changed_at, payee_name, bill_type, account_number) values (${partnerId}, nextval('payment_ids'), 'bill_interac', 'awaiting_funds', 1, ${number}, 12550, 'usr_0123456789abcdef0123456789', 'Payer 17', 'payer17.55@example.com', '2027-01-01T00:00:00Z', now(), now(), 'City of Toronto Property Taxes', 'utilities', '299001234567');
insert into payment_history (partner_id, payment_id, sequence, kind, from_state, event, to_state, cause, at) values (${partnerId}, currval('payment_ids'), 1, 'bill_interac', 'none', 'created', 'awaiting_funds', 'token 1, request 01234567-89ab-cdef-0123-456789abcdef', now());
insert into idempotency_keys (partner_id, token_id, key, body_hash, payment_id, answer, created_at) values (${partnerId}, 1, gen_random_uuid()::text, '\\x${'5a'.repeat(32)}', currval('payment_ids'), ${text}, now());
insert into webhook_events (partner_id, payment_id, event, record, created_at) values (${partnerId}, currval('payment_ids'), 'payment.created', ${text}, now());
commit;
`;
}
