/**
 * Brings a database to the schema of this program: the numbered SQL files of `migrations/`, each once, in order, in one
 * transaction, under a lock, so that any number of processes may start together.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { connectionOptions } from './database.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Advisory lock (two-integer form) under which schemas are changed. */
const migrationLock = '(7731, 2)';

/** Applies what is missing to `schema` of the database at `url`. Answers the names of the files that were applied. */
export async function migrate(url: string, schema: string): Promise<string[]> {
  const client = new pg.Client(connectionOptions(url, schema, 'quittance migrations'));
  // A connection that breaks also fails the query under way; with nobody listening, it would end the process instead.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock${migrationLock}`);
    if ((await applied(client, schema)) === names().length) return [];
    // Loaded only where there is something to do: a start with nothing to migrate stays quick.
    const { runner } = await import('node-pg-migrate');
    const done = await runner({
      dbClient: client,
      dir: migrationsDir,
      direction: 'up',
      schema,
      createSchema: true,
      migrationsTable: 'migrations',
      migrationsSchema: schema,
      singleTransaction: true,
      noLock: true,
      log: () => undefined,
      ignorePattern: 'schema\\.sql',
    });
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function names(): string[] {
  return readdirSync(migrationsDir).filter((name) => /^\d{4}_.*\.sql$/.test(path.basename(name)));
}

/** How many migrations the schema has; more than this program knows means that a newer program was here. */
async function applied(client: pg.Client, schema: string): Promise<number> {
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${schema}.migrations`,
  ]);
  if (!found.rows[0]?.exists) return 0;
  const { rows } = await client.query<{ name: string }>(`select name from "${schema}".migrations`);
  const known = new Set(names().map((name) => name.replace(/\.sql$/, '')));
  const unknown = rows.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `the database knows migrations that this program does not (${unknown.join(', ')}): run a newer version`,
    );
  }
  return rows.length;
}
