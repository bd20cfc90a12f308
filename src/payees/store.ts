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
 * Makes `catalogue` the newest version, unless it is that already. Payees that are not in it become inactive; a format
 * that changed gets a new row in `payee_formats`. Must run inside a transaction: concurrent loaders wait for each other.
 */
export async function loadCatalogue(tx: Tx, catalogue: Catalogue): Promise<LoadedCatalogue> {
  const hash = contentHash(catalogue);
  const known = await newestVersion(tx);
  if (known.hash === hash) return { version: known.version, changed: false };
  // Readers go on under this lock; only other loaders wait, and then see what was loaded meanwhile.
  await tx.query('lock table payee_catalogue_versions in share row exclusive mode');
  const newest = await newestVersion(tx);
  if (newest.hash === hash) return { version: newest.version, changed: false };
  const version = newest.version + 1;
  await tx.query(loadStatement, [version, hash, JSON.stringify(catalogue.payees.map(recordOf))]);
  return { version, changed: true };
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
