/**
 * The audit: every check of every room, on one state of the database (one REPEATABLE READ transaction that writes nothing),
 * so that payments made meanwhile cannot make it fail. On demand and every night (design §5).
 */

import type { Database, Row, Tx } from '../base/database.ts';
import { cardChecks } from '../collection/card/audit.ts';
import { eftChecks } from '../collection/eft/audit.ts';
import { interacChecks } from '../collection/interac/audit.ts';
import { type AuditCheck, ledgerChecks } from '../ledger/audit.ts';
import { paymentChecks } from '../payments/audit.ts';
import { settlementChecks } from '../settlement/audit.ts';

export interface CheckResult {
  /** The sentence that must hold. */
  name: string;
  holds: boolean;
  /** What breaks it, at most `violationsMax` rows, as plain JSON values. */
  violations: Record<string, unknown>[];
}

export interface AuditResult {
  /** Whether every check holds. */
  balanced: boolean;
  checks: CheckResult[];
  totals: {
    payments: number;
    transfers: number;
    debitsCents: number | string;
    creditsCents: number | string;
    /** Balance of each account over all partners, on its own side. */
    accounts: Record<string, number | string>;
  };
}

/** Enough to see what is wrong; the query itself finds the rest. */
const violationsMax = 20;

export const allChecks: readonly AuditCheck[] = [
  ...ledgerChecks,
  ...paymentChecks,
  ...interacChecks,
  ...eftChecks,
  ...cardChecks,
  ...settlementChecks,
];

/** Runs every check. Throws only where the database does not answer. */
export async function audit(database: Database): Promise<AuditResult> {
  return database.snapshot(async (tx) => {
    const checks: CheckResult[] = [];
    for (const { name, sql } of allChecks) {
      const { rows } = await tx.query(`select * from (${sql}) violation limit ${violationsMax}`);
      checks.push({ name, holds: rows.length === 0, violations: rows.map(plain) });
    }
    return { balanced: checks.every((check) => check.holds), checks, totals: await totalsOf(tx) };
  });
}

async function totalsOf(tx: Tx): Promise<AuditResult['totals']> {
  const { rows: counts } = await tx.query(
    `select (select count(*) from payments) as payments, (select count(*) from ledger_transfers) as transfers,
       coalesce(sum(debits_cents), 0)::bigint as debits, coalesce(sum(credits_cents), 0)::bigint as credits
     from ledger_accounts`,
  );
  const { rows: accounts } = await tx.query(
    `select code, abs(sum(debits_cents) - sum(credits_cents))::bigint as cents from ledger_accounts group by code order by code`,
  );
  const row = plain(counts[0] ?? {});
  return {
    payments: row.payments as number,
    transfers: row.transfers as number,
    debitsCents: row.debits as number | string,
    creditsCents: row.credits as number | string,
    accounts: Object.fromEntries(accounts.map((each) => [each.code as string, plain(each).cents as number | string])),
  };
}

/** A row as JSON can carry it: whole numbers as numbers while a double is exact, times as text. */
function plain(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'bigint')
        return [name, Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()];
      return [name, value instanceof Temporal.Instant ? value.toString() : value];
    }),
  );
}
