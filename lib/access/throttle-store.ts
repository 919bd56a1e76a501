import 'server-only';
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { databasePool } from '#lib/database/pools.ts';

/** The number of attempts in a period. Counted in the database, so for all instances together. */
export type AttemptLimit = { readonly name: string; readonly points: number; readonly seconds: number };

/** The budget after an attempt. `retryAfterMs` is the time until the count restarts. */
export type AttemptBudget = {
  readonly consumed: number;
  readonly isOver: boolean;
  readonly retryAfterMs: number;
};

/** PlainTransaction have no names, because a transaction pooler can't keep them. */
const storeClient = {
  query: ({ text, values }: { text: string; values: unknown[] }) => databasePool().query(text, values),
};

const limiters = new Map<string, RateLimiterPostgres>();

function limiter({ name, points, seconds }: AttemptLimit): RateLimiterPostgres {
  const existing = limiters.get(name);
  if (existing !== undefined) return existing;
  const created = new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  limiters.set(name, created);
  return created;
}

/** The table stores hashes, so that it doesn't reveal accounts and addresses. */
const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/** Counts one attempt. */
export async function consumeAttempt(limit: AttemptLimit, subject: string): Promise<AttemptBudget> {
  try {
    const budget = await limiter(limit).consume(hashSubject(subject));
    return { consumed: budget.consumedPoints, isOver: false, retryAfterMs: budget.msBeforeNext };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { consumed: thrown.consumedPoints, isOver: true, retryAfterMs: thrown.msBeforeNext };
  }
}

/** Uncounts one attempt that succeeded. */
export async function refundAttempt(limit: AttemptLimit, subject: string): Promise<void> {
  await limiter(limit).reward(hashSubject(subject));
}

/** Deletes the counted attempts of a subject. */
export async function clearAttempts(limit: AttemptLimit, subject: string): Promise<void> {
  await limiter(limit).delete(hashSubject(subject));
}
