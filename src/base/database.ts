/**
 * PostgreSQL as the house uses it: one pool per process, `bigint` for int8, `Temporal.Instant` for timestamps, every
 * session in UTC and inside the schema of its environment.
 */
import pg from 'pg';

export interface Row {
  [column: string]: unknown;
}

/** Something that answers queries: a transaction, or a connection whose one statement is its own transaction. */
export interface Tx {
  query<R extends Row = Row>(text: string, values?: unknown[]): Promise<{ rows: R[]; rowCount: number | null }>;
  query<R extends Row = Row>(statement: NamedStatement): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** A statement that PostgreSQL keeps prepared under its name. */
export interface NamedStatement {
  name: string;
  text: string;
  values: unknown[];
}

export interface Database extends Tx {
  /** The schema of this environment. */
  readonly schema: string;
  readonly url: string;
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that only reads: all of its statements see one and the same moment. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Opens a connection of its own, outside the pool, for as long as `work` lasts: session locks live on one, and whoever holds
   * a lock must not keep others from the pool.
   */
  withSession<T>(work: (session: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  schema: string;
  connectionsMax: number;
  applicationName?: string;
  onError?: (error: Error) => void;
}

const int8 = 20;
const timestamptz = 1184;
const date = 1082;

const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return BigInt;
    if (oid === timestamptz) return instantFromPostgres;
    if (oid === date) return (text: string) => Temporal.PlainDate.from(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const postgresTimestamp = /^(\d+)-(\d\d-\d\d) (\S+)\+00( BC)?$/;

/** `2026-11-21 10:00:00.123456+00` (sessions are in UTC) to an instant; also years before 1 (`BC`) and beyond 9999. */
function instantFromPostgres(text: string): Temporal.Instant {
  const [, year = '', day, time, beforeChrist] = postgresTimestamp.exec(text) ?? [];
  const signedYear = beforeChrist ? 1 - Number(year) : Number(year);
  const iso =
    signedYear >= 1 && signedYear <= 9999
      ? year
      : `${signedYear < 0 ? '-' : '+'}${String(Math.abs(signedYear)).padStart(6, '0')}`;
  return Temporal.Instant.from(`${iso}-${day}T${time}Z`);
}

/** Connection settings that every session of ours has, also the migrations' and the commands'. */
export function connectionOptions(url: string, schema: string, applicationName = 'quittance'): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    types: typeParsers,
    options: `-c search_path=${schema},public -c timezone=UTC -c default_transaction_isolation=read\\ committed -c random_page_cost=1.1`,
  };
}

/** Opens the pool. No connection is made before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connectionOptions(options.url, options.schema, options.applicationName),
    max: options.connectionsMax,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', (error) => options.onError?.(error));
  const withPooled = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A lent connection that breaks says so here too; with nobody listening, that would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (connectionIsLost(error)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };
  return {
    schema: options.schema,
    url: options.url,
    query: ((text: string, values?: unknown[]) => pool.query(text, values)) as unknown as Tx['query'],
    transaction: (work) => withPooled((client) => transactionOn(client as unknown as Tx, work)),
    snapshot: (work) => withPooled((client) => transactionOn(client as unknown as Tx, work, beginSnapshot)),
    withSession: async (work) => {
      const session = new pg.Client(
        connectionOptions(options.url, options.schema, `${options.applicationName ?? 'quittance'} session`),
      );
      // Without a listener, a connection that breaks would end the process; the next statement on it fails by itself.
      session.on('error', () => undefined);
      await session.connect();
      try {
        return await work(session as unknown as Tx);
      } finally {
        await session.end().catch(() => undefined);
      }
    },
    close: () => pool.end(),
  };
}

const beginSnapshot = 'begin isolation level repeatable read, read only';

/** Runs `work` in a transaction on a connection that has none: commits when it resolves, rolls back when it throws. */
export async function transactionOn<T>(
  connection: Tx,
  work: (tx: Tx) => Promise<T>,
  begin: 'begin' | typeof beginSnapshot = 'begin',
): Promise<T> {
  await connection.query(begin);
  try {
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Whether PostgreSQL itself refused a statement: then it had no effect. After any other failure (the connection was cut
 * while the statement ran) nobody knows.
 */
export function refusedByPostgres(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

function connectionIsLost(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'EPIPE';
}
