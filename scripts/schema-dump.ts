/**
 * The schema as the migrations leave it, as SQL that a person can read: `migrations/schema.sql`. Read from PostgreSQL's own
 * catalogue after all migrations ran on an empty database, so it shows what is there, not what somebody meant to write.
 *
 *   empty database ─migrations─▶ pg_catalog ─▶ partners (shared) · sequences · functions · tables with all that hangs on them
 *
 * Objects stand in the order in which the migrations make them, without the name of the environment's schema. An object of a
 * kind that is not printed here (a view, a type of our own) throws: the dump is whole or it is not made.
 */
import type { Row, Tx } from '../src/base/database.ts';
import { createTestDatabase } from '../test/world/database.ts';

const environmentSchema = 'sandbox';
/** node-pg-migrate's own record of what ran: it is no part of the design. */
const bookkeeping = ['migrations', 'migrations_id_seq'];
const lineCharactersMax = 120;

const head = `-- Generated from the numbered migrations beside it by \`npm run generate\`. Do not edit, do not run.
--
-- One environment's schema, and the list of partners that the environments share (docs/decisions/0001). Why things are as
-- they are stands in the migrations that made them.
`;

/** The text of `migrations/schema.sql`. Starts a PostgreSQL where the test run has none, and leaves nothing behind. */
export async function schemaText(): Promise<string> {
  const test = await createTestDatabase();
  try {
    return await test.database.transaction(async (tx) => {
      // With this path alone, PostgreSQL writes names of the environment bare and those of `public` in full.
      await tx.query(`set local search_path = ${environmentSchema}`);
      return await dump(tx);
    });
  } finally {
    await test.close();
  }
}

async function dump(tx: Tx): Promise<string> {
  await refuseUnknownKinds(tx);
  const parts = [...(await tables(tx, 'public')), ...(await sequences(tx)), ...(await functions(tx))];
  parts.push(...(await tables(tx, environmentSchema)));
  return [head, ...parts].join('\n');
}

/** Everything in the two schemas that is neither printed below nor belongs to something that is. */
async function refuseUnknownKinds(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ what: string }>(
    `select 'relation ' || c.relname || ' of kind ' || c.relkind::text as what from pg_class c
     where c.relnamespace in ('public'::regnamespace, $1::regnamespace) and c.relkind not in ('r', 'i', 'S', 't')
     union all
     select 'type ' || t.typname from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace in ('public'::regnamespace, $1::regnamespace) and t.typcategory <> 'A' and c.oid is null
     union all
     select 'extension ' || e.extname from pg_extension e where e.extname <> 'plpgsql'
     union all
     select 'policy ' || p.polname from pg_policy p`,
    [environmentSchema],
  );
  if (rows.length > 0) {
    const list = rows.map((row) => row.what).join(', ');
    throw new Error(`scripts/schema-dump.ts does not know how to print: ${list}. Teach it, then run npm run generate`);
  }
}

/** Sequences made by themselves; those behind `generated … as identity` belong to their column. */
async function sequences(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'S' and c.relname <> all ($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
     order by c.oid`,
    [environmentSchema, bookkeeping],
  );
  return rows.map((row) => `create sequence ${row.name};\n`);
}

async function functions(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p where p.pronamespace = $1::regnamespace order by p.oid`,
    [environmentSchema],
  );
  return rows.map(({ definition }) => {
    const [before = '', ...body] = definition.trim().split(/(?=\$function\$)/);
    const named = before.replace('CREATE OR REPLACE', 'CREATE').replace(`FUNCTION ${environmentSchema}.`, 'FUNCTION ');
    return `${plain(named)}${body.join('')};\n`;
  });
}

interface Table extends Row {
  oid: number;
  name: string;
  unlogged: boolean;
}

async function tables(tx: Tx, schema: string): Promise<string[]> {
  const { rows } = await tx.query<Table>(
    `select c.oid::integer as oid, c.oid::regclass::text as name, c.relpersistence = 'u' as unlogged from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname <> all ($2) order by c.oid`,
    [schema, bookkeeping],
  );
  const texts: string[] = [];
  for (const table of rows) texts.push(await tableText(tx, table));
  return texts;
}

async function tableText(tx: Tx, table: Table): Promise<string> {
  const inside = [...(await columns(tx, table)), ...(await constraints(tx, table))];
  const lines = [
    `create ${table.unlogged ? 'unlogged ' : ''}table ${table.name} (`,
    inside.map((line) => `  ${line}`).join(',\n'),
    ');',
    ...(await indexes(tx, table)),
    ...(await triggers(tx, table)),
  ];
  return `${lines.join('\n')}\n`;
}

async function columns(tx: Tx, { oid }: Table): Promise<string[]> {
  const { rows } = await tx.query<{ name: string; type: string; required: boolean; filled: string | null }>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
       case when a.attidentity = 'a' then 'generated always as identity'
            when a.attidentity = 'd' then 'generated by default as identity'
            when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
            else 'default ' || pg_get_expr(d.adbin, d.adrelid, true) end as filled
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [oid],
  );
  return rows.map(({ name, type, required, filled }) =>
    plain([`${name} ${type}`, filled, required ? 'not null' : null].filter((part) => part !== null).join(' ')),
  );
}

/** Keys first, then foreign keys, then checks. What a column says of itself (`not null`) is not said again. */
async function constraints(tx: Tx, { oid }: Table): Promise<string[]> {
  const { rows } = await tx.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid, true) as definition from pg_constraint
     where conrelid = $1::oid and contype <> 'n' order by position(contype::text in 'puxfct'), conname`,
    [oid],
  );
  return rows.map(({ name, definition }) => broken(plain(`constraint ${name} ${definition}`)));
}

/** Those that no constraint has made. */
async function indexes(tx: Tx, { oid }: Table): Promise<string[]> {
  const { rows } = await tx.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid, 0, true) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::oid and not exists (select from pg_constraint n where n.conindid = i.indexrelid and n.contype in ('p', 'u', 'x'))
     order by c.relname`,
    [oid],
  );
  return rows.map(({ definition }) => broken(plain(`${definition};`)));
}

async function triggers(tx: Tx, { oid }: Table): Promise<string[]> {
  const { rows } = await tx.query<{ definition: string }>(
    `select pg_get_triggerdef(oid, true) as definition from pg_trigger where tgrelid = $1::oid and not tgisinternal order by tgname`,
    [oid],
  );
  return rows.map(({ definition }) => broken(plain(`${definition};`)));
}

/**
 * As the migrations are written: keywords in lower case, `in (…)`, no cast that says what the quotes already say. Our own
 * names are all in lower case, so what has capitals outside quotes is a keyword.
 */
function plain(text: string): string {
  return text
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase())))
    .join('')
    .replaceAll("'::text", "'")
    .replace(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree', '');
}

/** Where a line is long: a list of values one a line (the list of moves is read more often than it is run), then indented. */
function broken(text: string): string {
  if (text.length <= lineCharactersMax) return text;
  const list = (_whole: string, values: string) => `in (\n  ${values.replaceAll(", '", ",\n  '")}\n)`;
  return text.replace(/in \(((?:'[^']*'(?:, )?){6,})\)/g, list).replaceAll('\n', '\n    ');
}

if (import.meta.main) process.stdout.write(await schemaText());
