/**
 * All SQL on the payee catalogue: the door through which a catalogue enters, and what snapshots are made from.
 */
import { createHash } from 'node:crypto';
import type { Row, Tx } from '../base/database.ts';
import { canonicalJson, type JsonValue } from '../base/json.ts';
import { type Catalogue, isAccountFormat } from './catalogue.ts';
import type { AccountFormat, Confidence, Payee } from './payee.ts';

/** What reading the catalogue needs: a pool, a connection or a transaction. */
export interface CatalogueReader {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface LoadedCatalogue {
  /** The version that holds now. */
  version: number;
  /** False when the content was already the newest version: then nothing was written. */
  changed: boolean;
}

/**
 * Makes `file` the newest version, unless it is that already. Payees that are not in it become inactive; a format
 * that changed gets a new row in `payee_formats`. Rules that an operator published go before those of `file`. Must run inside a
 * transaction that reads what is committed: concurrent loaders and publishers wait for each other.
 */
export async function loadCatalogue(tx: Tx, file: Catalogue): Promise<LoadedCatalogue> {
  const known = await besideNewest(tx, file);
  if (known.isSame) return { version: known.version, changed: false };
  // Readers go on under this lock; only other loaders and publishers wait, and then see what was loaded and published meanwhile.
  await tx.query('lock table payee_catalogue_versions in share row exclusive mode');
  const { catalogue, hash, isSame, ...newest } = await besideNewest(tx, file);
  if (isSame) return { version: newest.version, changed: false };
  const version = newest.version + 1;
  await tx.query(loadStatement, [version, hash, JSON.stringify(catalogue.payees.map(recordOf))]);
  return { version, changed: true };
}

/** What `file` would be in force as, by what is published now, and whether the newest version is that already. */
async function besideNewest(tx: Tx, file: Catalogue) {
  const catalogue = await withPublishedRules(tx, file);
  const hash = contentHash(catalogue);
  const { version, hash: newest } = await newestVersion(tx);
  return { catalogue, hash, version, isSame: newest === hash };
}

/** The catalogue under the rules that operators published; those of payees that it does not have wait for them to return. */
async function withPublishedRules(tx: Tx, { payees }: Catalogue): Promise<Catalogue> {
  const { rows } = await tx.query(
    'select payee_name, account_format, account_number_hint, confidence, source from payee_rules',
  );
  const published = new Map(rows.map((row) => [row.payee_name as string, row]));
  return {
    payees: payees.map(({ accountNumberHint, ...payee }) => {
      const rules = published.get(payee.name);
      const hint = rules ? (rules.account_number_hint as string | null) : (accountNumberHint ?? null);
      return {
        ...payee,
        ...(rules && {
          accountFormat: rules.account_format as AccountFormat | null,
          confidence: rules.confidence as Confidence,
          source: rules.source as string,
        }),
        ...(hint !== null && { accountNumberHint: hint }),
      };
    }),
  };
}

export type Published = { outcome: 'published'; version: number } | { outcome: 'other version'; version: number };

/**
 * Publishes the rules of one payee, also of one that left the catalogue, as the newest version; refused where the newest is not the one that was `seen`.
 * The payee must have been checked. Must run inside a transaction.
 */
export async function publishRules(
  tx: Tx,
  payee: Payee,
  { seen, by }: { seen: number; by: string },
): Promise<Published> {
  await tx.query('lock table payee_catalogue_versions in share row exclusive mode');
  const { version, active, inactive } = await readCatalogue(tx);
  if (version !== seen) return { outcome: 'other version', version };
  await tx.query(
    `insert into payee_rules (payee_name, account_format, account_number_hint, confidence, source, published_by, published_at)
     values ($1, $2, $3, $4, $5, $6, now())
     on conflict (payee_name) do update set account_format = excluded.account_format,
       account_number_hint = excluded.account_number_hint, confidence = excluded.confidence, source = excluded.source,
       published_by = excluded.published_by, published_at = excluded.published_at`,
    [
      payee.name,
      payee.accountFormat === null ? null : JSON.stringify(payee.accountFormat),
      payee.accountNumberHint ?? null,
      payee.confidence,
      payee.source,
      by,
    ],
  );
  const left = inactive.find(({ name }) => name === payee.name);
  if (left) return { outcome: 'published', version: await changeRulesOfLeft(tx, left, payee, version) };
  return { outcome: 'published', version: (await loadCatalogue(tx, { payees: active })).version };
}

/** The rules of a payee that left the catalogue: payments made before still go by them. Answers the version that holds then. */
async function changeRulesOfLeft(tx: Tx, before: Payee, payee: Payee, version: number): Promise<number> {
  if (canonicalJson(recordOf(before)) === canonicalJson(recordOf(payee))) return version;
  const { accountFormat, accountNumberHint, confidence, source } = payee;
  const format = accountFormat === null ? null : JSON.stringify(accountFormat);
  await tx.query(
    `with new_version as (
       insert into payee_catalogue_versions (version, content_hash, payee_count)
       select $1::integer, content_hash, payee_count from payee_catalogue_versions where version = $1::integer - 1
     ), changed as (
       update payees set account_format = $3::jsonb, account_number_hint = $4, confidence = $5, source = $6, version = $1
       where name = $2 and not active
     )
     insert into payee_formats (payee_name, version, account_format, account_number_hint, confidence)
     values ($2, $1, $3::jsonb, $4, $5)`,
    [version + 1, payee.name, format, accountNumberHint ?? null, confidence, source],
  );
  return version + 1;
}

/** The rules that a payee had, newest first. */
export async function formatVersions(
  tx: Tx,
  payeeName: string,
): Promise<
  { version: number; loadedAt: Temporal.Instant; accountFormat: AccountFormat | null; confidence: Confidence }[]
> {
  const { rows } = await tx.query(
    `select f.version, v.loaded_at, f.account_format, f.confidence from payee_formats f
     join payee_catalogue_versions v on v.version = f.version where f.payee_name = $1 order by f.version desc limit 100`,
    [payeeName],
  );
  return rows.map((row) => ({
    version: row.version as number,
    loadedAt: row.loaded_at as Temporal.Instant,
    accountFormat: row.account_format as AccountFormat | null,
    confidence: row.confidence as Confidence,
  }));
}

const payeeColumns = `name, bill_type, region, aliases, account_format, account_number_hint, confidence, source,
  settlement_institution_number, settlement_transit_number, settlement_account_number, settlement_invented`;

const settableColumns = payeeColumns.split(/,\s*/).slice(1);

const loadStatement = `
  with incoming as (
    select * from jsonb_to_recordset($3::jsonb) as p(
      name text, bill_type text, region text, aliases text[], account_format jsonb, account_number_hint text,
      confidence text, source text, settlement_institution_number text, settlement_transit_number text,
      settlement_account_number text, settlement_invented boolean)
  ), new_version as (
    insert into payee_catalogue_versions (version, content_hash, payee_count)
    select $1::integer, $2::text, count(*) from incoming
  ), written as (
    insert into payees (${payeeColumns}, active, version)
    select ${payeeColumns}, true, $1 from incoming
    on conflict (name) do update
      set (${settableColumns.join(', ')}, active, version)
        = (${settableColumns.map((column) => `excluded.${column}`).join(', ')}, true, excluded.version)
      where (${settableColumns.map((column) => `payees.${column}`).join(', ')}, payees.active)
        is distinct from (${settableColumns.map((column) => `excluded.${column}`).join(', ')}, true)
  ), retired as (
    update payees set active = false, version = $1
    where active and not exists (select from incoming where incoming.name = payees.name)
  ), latest_formats as (
    select distinct on (payee_name) * from payee_formats order by payee_name, version desc
  )
  insert into payee_formats (payee_name, version, account_format, account_number_hint, confidence)
  select i.name, $1, i.account_format, i.account_number_hint, i.confidence
  from incoming i left join latest_formats f on f.payee_name = i.name
  where f.payee_name is null
    or (f.account_format, f.account_number_hint, f.confidence)
      is distinct from (i.account_format, i.account_number_hint, i.confidence)`;

function recordOf(payee: Payee): JsonValue {
  return {
    name: payee.name,
    bill_type: payee.billType,
    region: payee.region,
    aliases: [...payee.aliases],
    account_format: payee.accountFormat as JsonValue,
    account_number_hint: payee.accountNumberHint ?? null,
    confidence: payee.confidence,
    source: payee.source,
    settlement_institution_number: payee.settlement?.institutionNumber ?? null,
    settlement_transit_number: payee.settlement?.transitNumber ?? null,
    settlement_account_number: payee.settlement?.accountNumber ?? null,
    settlement_invented: payee.settlement?.invented ?? null,
  };
}

/** The same whatever the order of payees or of members. */
function contentHash(catalogue: Catalogue): string {
  const byName = [...catalogue.payees].sort((a, b) => (a.name < b.name ? -1 : 1)).map(recordOf);
  return createHash('sha256').update(canonicalJson(byName)).digest('hex');
}

async function newestVersion(reader: CatalogueReader): Promise<{ version: number; hash: string }> {
  const { rows } = await reader.query(
    'select version, content_hash from payee_catalogue_versions order by version desc limit 1',
  );
  return { version: Number(rows[0]?.version ?? 0), hash: String(rows[0]?.content_hash ?? '') };
}

/** The newest version's number, 0 before the first: one look at the end of a primary key. */
export async function readCatalogueVersion(reader: CatalogueReader): Promise<number> {
  return (await newestVersion(reader)).version;
}

/** The catalogue as it stands, in one statement, so that version and payees belong together. */
export async function readCatalogue(
  reader: CatalogueReader,
): Promise<{ version: number; active: Payee[]; inactive: Payee[] }> {
  const { rows } = await reader.query(
    `select newest.catalogue_version, active, ${payeeColumns}
     from (select coalesce(max(version), 0) as catalogue_version from payee_catalogue_versions) newest
     left join payees on true`,
  );
  const stored = rows.filter((row) => row.name !== null);
  return {
    version: Number(rows[0]?.catalogue_version ?? 0),
    active: stored.filter((row) => row.active).map(payeeFromRow),
    inactive: stored.filter((row) => !row.active).map(payeeFromRow),
  };
}

function payeeFromRow(row: Row): Payee {
  // A format stored by a newer program than this one counts as not known rather than being half understood.
  const format = isAccountFormat(row.account_format) ? (row.account_format as AccountFormat) : null;
  return {
    name: String(row.name),
    billType: String(row.bill_type),
    region: String(row.region),
    aliases: row.aliases as string[],
    accountFormat: format,
    ...(row.account_number_hint === null ? {} : { accountNumberHint: String(row.account_number_hint) }),
    confidence: row.confidence as Confidence,
    source: String(row.source),
    ...(row.settlement_invented === null
      ? {}
      : {
          settlement: {
            institutionNumber: String(row.settlement_institution_number),
            transitNumber: String(row.settlement_transit_number),
            accountNumber: String(row.settlement_account_number),
            invented: Boolean(row.settlement_invented),
          },
        }),
  };
}
