import 'server-only';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { env } from '#lib/platform/env.ts';
import { PrismaClient } from '#prisma/generated/client.ts';
import { setPageSettings, setUtc } from './session-settings.ts';

/**
 * How long a page waits for a connection before it is told that the database is away: one that has just been started, on a
 * machine with much to do, makes its first connections in seconds.
 */
const connectionWaitMs = 5_000;

const longWaitMs = 120_000;
/** So many lists are added up to the end at once, for minutes where they are long: files do not wait behind them. */
const addingUp = 2;

type Handle = {
  readonly pool: pg.Pool;
  readonly longPool: pg.Pool;
  readonly addingPool: pg.Pool;
  readonly client: PrismaClient;
  /** Only callbacks use these: no number of reads can take their last connection. */
  readonly callbackPool: pg.Pool;
  callbackClient: PrismaClient | null;
};

function open(): Handle {
  const ofShortReads = (max: number) => {
    const short = new pg.Pool({
      connectionString: env.DATABASE_URL,
      onConnect: setPageSettings,
      max,
      connectionTimeoutMillis: connectionWaitMs,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    });
    // An idle connection that breaks (a database restart) must not end the process.
    short.on('error', () => undefined);
    return short;
  };
  const pool = ofShortReads(env.DATABASE_POOL_SIZE);
  // Reads that last as long as a download have connections of their own, so that no page waits behind them.
  const ofLongReads = (max: number) => {
    const long = new pg.Pool({
      connectionString: env.DATABASE_URL,
      onConnect: setUtc,
      max,
      connectionTimeoutMillis: longWaitMs,
      idleTimeoutMillis: 5_000,
      keepAlive: true,
    });
    long.on('error', () => undefined);
    return long;
  };
  return {
    pool,
    longPool: ofLongReads(env.EXPORT_POOL_SIZE),
    addingPool: ofLongReads(addingUp),
    client: new PrismaClient({ adapter: new PrismaPg(pool) }),
    callbackPool: ofShortReads(env.CALLBACK_POOL_SIZE),
    callbackClient: null,
  };
}

declare global {
  var countinghouseDatabase: Handle | undefined;
}

// Kept on the global object: hot reload and separately bundled routes must share one pool.
function handle(): Handle {
  globalThis.countinghouseDatabase ??= open();
  return globalThis.countinghouseDatabase;
}

/** Prisma's client. Only for store.ts and queries.ts files and for `platform`. */
export const database = (): PrismaClient => handle().client;

/** The pool beneath it, for statements that Prisma can't express and for readiness. */
export const databasePool = (): pg.Pool => handle().pool;

/** Connections that only the receiving of callbacks may use. */
export const callbackPool = (): pg.Pool => handle().callbackPool;

/** Prisma's client on {@link callbackPool}. */
export function callbackDatabase(): PrismaClient {
  const open = handle();
  open.callbackClient ??= new PrismaClient({ adapter: new PrismaPg(open.callbackPool) });
  return open.callbackClient;
}

/** A few connections beside it, for what takes long. */
export const longReadPool = (): pg.Pool => handle().longPool;

/** A few more for lists that are added up to the end. */
export const addingUpPool = (): pg.Pool => handle().addingPool;

/** Opens a connection of its own, past any transaction pooler: for LISTEN. */
export const directConnection = (): pg.Client =>
  new pg.Client({
    connectionString: env.DIRECT_URL ?? env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });

/** Closes the pool; the next use opens a new one. */
export async function closeDatabase(): Promise<void> {
  const closing = globalThis.countinghouseDatabase;
  globalThis.countinghouseDatabase = undefined;
  await closing?.client.$disconnect();
  await closing?.callbackClient?.$disconnect();
  if (closing && !closing.pool.ended) await closing.pool.end();
  if (closing && !closing.callbackPool.ended) await closing.callbackPool.end();
  if (closing && !closing.longPool.ended) await closing.longPool.end();
  if (closing && !closing.addingPool.ended) await closing.addingPool.end();
}
