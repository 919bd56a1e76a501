import 'server-only';
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool } from '#lib/database/pools.ts';

/** How often something may be tried within a while. Counted in the database, so for all instances together. */
export type Limit = { readonly name: string; readonly points: number; readonly seconds: number };

/** What is left after a try; `retryAfterMs` until the count begins again. */
export type AttemptBudget = {
  readonly consumed: number;
  readonly isOver: boolean;
  readonly retryAfterMs: number;
};

/** Without names for its statements: a transaction pooler can't keep them. */
const storeClient = {
  query: ({ text, values }: { text: string; values: unknown[] }) => databasePool().query(text, values),
};

const limiters = new Map<string, RateLimiterPostgres>();

function limiter({ name, points, seconds }: Limit): RateLimiterPostgres {
  const known = limiters.get(name);
  if (known !== undefined) return known;
  const made = new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  limiters.set(name, made);
  return made;
}

/** The table need not know who it is about. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/** Counts one try. */
export async function take(limit: Limit, subject: string): Promise<AttemptBudget> {
  try {
    const left = await limiter(limit).consume(keyOf(subject));
    return { consumed: left.consumedPoints, isOver: false, retryAfterMs: left.msBeforeNext };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { consumed: thrown.consumedPoints, isOver: true, retryAfterMs: thrown.msBeforeNext };
  }
}

/** Takes back one try that turned out to be fine. */
export async function giveBack(limit: Limit, subject: string): Promise<void> {
  await limiter(limit).reward(keyOf(subject));
}

/** Forgets all tries. */
export async function forget(limit: Limit, subject: string): Promise<void> {
  await limiter(limit).delete(keyOf(subject));
}
