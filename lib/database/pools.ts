import 'server-only';
import pg from 'pg';
import { env } from '#lib/platform/env.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { PrismaClient } from '#prisma/generated/client.ts';
import { DatabasePool } from './driver.ts';
import { ExactInstantAdapter } from './exact-instants.ts';
import { setPageSettings, setUtc } from './session-settings.ts';

/**
 * Longest wait of a page or a transaction for a connection. A database that has just started on a busy machine needs seconds for the
 * first ones.
 */
export const connectionWaitMs = 5_000;

const longConnectionWaitMs = 120_000;
/** Connections of a process for downloads. */
const exportPoolSize = 5;
/** Connections of a process for callbacks. */
const callbackPoolSize = 5;
/** Connections for complete totals, which take minutes for long lists. Exports don't wait for them. */
const totalsPoolSize = 2;
/** One connection folds, while the other stores bytes. */
const oncePoolSize = 2;

type Handle = {
  readonly pool: pg.Pool;
  readonly longPool: pg.Pool;
  readonly totalsPool: pg.Pool;
  /** Connections to a standby for the reads of the two, and for pages that read many records. Null: none is set. */
  readonly standby: {
    readonly pagePool: pg.Pool;
    readonly longPool: pg.Pool;
    readonly totalsPool: pg.Pool;
    /** Finds out how far it is, and cancels reads, so it never waits for one. */
    readonly controlPool: pg.Pool;
  } | null;
  readonly client: PrismaClient;
  /** Reserved for callbacks: no number of reads can take their last connection. */
  readonly callbackPool: pg.Pool;
  callbackClient: PrismaClient | null;
  /** Reserved for callbacks that may come only once. No other callback can take their last connection. */
  readonly onceCallbackPool: pg.Pool;
};

function open(): Handle {
  const createShortPool = (max: number, idleTimeoutMillis = 30_000, connectionString = env.DATABASE_URL) => {
    const short = new DatabasePool({
      connectionString,
      onConnect: setPageSettings,
      max,
      connectionTimeoutMillis: connectionWaitMs,
      idleTimeoutMillis,
      keepAlive: true,
    });
    // An idle connection that breaks (a database restart) must not end the process.
    short.on('error', () => undefined);
    return short;
  };
  // Kept open, because opening a connection takes seconds on a busy machine.
  const callbackIdleMs = env.IS_FUNCTION ? 30_000 : 0;
  const pool = createShortPool(pagePoolSize);
  // Reads as long as a download have their own connections, so that no page waits for them.
  const createLongPool = (max: number, connectionString = env.DATABASE_URL) => {
    const long = new DatabasePool({
      connectionString,
      onConnect: setUtc,
      max,
      connectionTimeoutMillis: longConnectionWaitMs,
      idleTimeoutMillis: 5_000,
      keepAlive: true,
    });
    long.on('error', () => undefined);
    return long;
  };
  return {
    pool,
    longPool: createLongPool(exportPoolSize),
    totalsPool: createLongPool(totalsPoolSize),
    standby:
      env.READ_DATABASE_URL === undefined
        ? null
        : {
            pagePool: createShortPool(pagePoolSize, 30_000, env.READ_DATABASE_URL),
            longPool: createLongPool(exportPoolSize, env.READ_DATABASE_URL),
            totalsPool: createLongPool(totalsPoolSize, env.READ_DATABASE_URL),
            controlPool: createLongPool(1, env.READ_DATABASE_URL),
          },
    client: new PrismaClient({ adapter: new ExactInstantAdapter(pool) }),
    callbackPool: createShortPool(callbackPoolSize, callbackIdleMs),
    callbackClient: null,
    onceCallbackPool: createShortPool(oncePoolSize, callbackIdleMs),
  };
}

declare global {
  var countinghouseDatabase: Handle | undefined;
}

// Kept on the global object, because hot reload and separately bundled routes must share one pool.
function handle(): Handle {
  globalThis.countinghouseDatabase ??= open();
  return globalThis.countinghouseDatabase;
}

/** Returns Prisma's client. Only for store.ts and queries.ts files and for `platform`. */
export const database = (): PrismaClient => handle().client;

/** Returns the pool beneath it, for statements that Prisma can't express and for readiness. */
export const databasePool = (): pg.Pool => handle().pool;

/** Returns the connections reserved for receiving callbacks. */
export const callbackPool = (): pg.Pool => handle().callbackPool;

/** Returns the connections reserved for callbacks that may come only once. */
export const onceCallbackPool = (): pg.Pool => handle().onceCallbackPool;

/** Prisma's client on {@link callbackPool}. */
export function callbackDatabase(): PrismaClient {
  const open = handle();
  open.callbackClient ??= new PrismaClient({ adapter: new ExactInstantAdapter(open.callbackPool) });
  return open.callbackClient;
}

/** Returns the connections for long reads. */
export const longReadPool = (): pg.Pool => handle().longPool;

/** Returns the connections for complete totals. */
export const totalsPool = (): pg.Pool => handle().totalsPool;

/** Returns the connections to a standby. Null: none is set. */
export const standbyPools = () => handle().standby;

/** Returns how many connections of each pool of this process are used and idle, and how many requests wait for one. */
export function readPoolUse(): readonly { pool: string; used: number; idle: number; waiting: number }[] {
  const { pool, longPool, totalsPool, standby, callbackPool, onceCallbackPool } = handle();
  const pools = {
    pages: pool,
    exports: longPool,
    totals: totalsPool,
    ...(standby && {
      'standby pages': standby.pagePool,
      'standby exports': standby.longPool,
      'standby totals': standby.totalsPool,
    }),
    callbacks: callbackPool,
    'once-only callbacks': onceCallbackPool,
  };
  return Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => ({
    pool: name,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }));
}

/** Opens a separate connection that bypasses any transaction pooler, for LISTEN. */
export const directConnection = (): pg.Client =>
  new pg.Client({
    connectionString: env.DIRECT_URL ?? env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });

/** Closes the pools. The next use opens new ones. */
export async function closeDatabase(): Promise<void> {
  const closing = globalThis.countinghouseDatabase;
  globalThis.countinghouseDatabase = undefined;
  await closing?.client.$disconnect();
  await closing?.callbackClient?.$disconnect();
  if (closing && !closing.pool.ended) await closing.pool.end();
  if (closing && !closing.callbackPool.ended) await closing.callbackPool.end();
  if (closing && !closing.onceCallbackPool.ended) await closing.onceCallbackPool.end();
  if (closing && !closing.longPool.ended) await closing.longPool.end();
  if (closing && !closing.totalsPool.ended) await closing.totalsPool.end();
  await closing?.standby?.pagePool.end();
  await closing?.standby?.longPool.end();
  await closing?.standby?.totalsPool.end();
  await closing?.standby?.controlPool.end();
}
