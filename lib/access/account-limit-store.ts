import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';

/** Attempts from unknown devices and addresses that are checked without a delay. */
const undelayedAttempts = 10;
/** Time after which one attempt no longer counts, in seconds. */
const forgetSeconds = 300;
/** The delay doubles with each attempt up to this limit. */
const longestDelaySeconds = 60;
/** The level with the longest delay. It rises no further, so that it falls soon after an attack. */
const highestLevel = undelayedAttempts + 7;
const dayMs = 86_400_000;

const hashAccount = (account: string): string => createHash('sha256').update(account).digest('hex');
/** SQL for the same hash of a person's email. */
const accountHashSql = `encode(sha256(convert_to(p.email, 'UTF8')), 'hex')`;

/** The level after this attempt. Time since the previous attempt lowers it. */
const levelSql = `LEAST(${highestLevel}, 1 + GREATEST(0,
  c.level - GREATEST(0, extract(epoch FROM $2::timestamptz - c.counted_at)) / ${forgetSeconds}))`;
const delaySql = `CASE WHEN ${levelSql} <= ${undelayedAttempts} THEN 0
  ELSE LEAST(${longestDelaySeconds}, power(2, ceil(${levelSql}) - ${undelayedAttempts} - 1)) END`;

/** A free_at beyond the longest delay was written by a wrong clock and is ignored. */
const takeTurnSql = `
  INSERT INTO sign_in_ceiling AS c (account, level, counted_at, free_at) VALUES ($1, 1, $2, $2)
  ON CONFLICT (account) DO UPDATE SET
    level = ${levelSql}, counted_at = $2, free_at = $2::timestamptz + ${delaySql} * interval '1 second',
    delayed_at = CASE WHEN ${levelSql} > ${undelayedAttempts} THEN $2 ELSE c.delayed_at END
  WHERE c.free_at <= $2 OR c.free_at > $2::timestamptz + interval '${longestDelaySeconds} seconds'
  RETURNING c.level > ${undelayedAttempts} AND c.level <= ${undelayedAttempts} + 1 AS reached`;

const turnRow = z.object({ reached: z.boolean() });
const waitRow = z.object({ free_at: z.date() });

/**
 * The result of an attempt: admitted, or the time to wait. `hasReached` is true for the attempt after which delays
 * begin.
 */
export type AccountAttemptResult =
  | { readonly isAdmitted: true; readonly hasReached: boolean }
  | { readonly isAdmitted: false; readonly waitMs: number };

/**
 * Takes the next turn to try a password of this account, for an address and device that the account has not used.
 * After many attempts turns are up to a minute apart, for all addresses together.
 */
export async function consumeAccountAttempt(account: string, now: Instant): Promise<AccountAttemptResult> {
  const key = hashAccount(account);
  const taken = await databasePool().query(takeTurnSql, [key, toDate(now)]);
  if (taken.rows[0] !== undefined) {
    return { isAdmitted: true, hasReached: turnRow.parse(taken.rows[0]).reached };
  }
  const { rows } = await databasePool().query('SELECT free_at FROM sign_in_ceiling WHERE account = $1', [
    key,
  ]);
  const freeAt = waitRow.safeParse(rows[0]);
  return { isAdmitted: false, waitMs: freeAt.success ? Math.max(0, freeAt.data.free_at.getTime() - now) : 0 };
}

/** Uncounts an attempt whose password was right. */
export async function refundAccountAttempt(account: string): Promise<void> {
  await databasePool().query('UPDATE sign_in_ceiling SET level = GREATEST(0, level - 1) WHERE account = $1', [
    hashAccount(account),
  ]);
}

const noticeRow = z.object({
  person_id: z.string(),
  delayed_at: z.date().transform(fromDate),
  business_id: z.string().nullable(),
});

/** A person whose account received too many attempts, with the first business of that person. */
export type AccountLimitNotice = {
  readonly personId: PersonId;
  readonly delayedAt: Instant;
  readonly businessId: BusinessId | null;
};

/**
 * Returns the people to notify about attempts on their account, each at most once in 24 hours, and marks them as
 * notified.
 */
export async function claimAccountLimitNotices(
  transaction: Transaction,
  now: Instant,
): Promise<readonly AccountLimitNotice[]> {
  const at = toDate(now);
  const rows = await transaction.$queryRawUnsafe(
    `UPDATE sign_in_ceiling c SET notified_at = $1::timestamptz FROM person p
      WHERE c.delayed_at > $2::timestamptz AND c.account = ${accountHashSql} AND p.disabled_at IS NULL
        AND (c.notified_at IS NULL OR (c.notified_at <= $2::timestamptz AND c.delayed_at > c.notified_at))
      RETURNING p.id AS person_id, c.delayed_at,
        (SELECT business_id FROM membership WHERE person_id = p.id AND disabled_at IS NULL ORDER BY created_at, business_id LIMIT 1) AS business_id`,
    at,
    toDate(addMilliseconds(now, -dayMs)),
  );
  return z
    .array(noticeRow)
    .parse(rows)
    .map(({ person_id, delayed_at, business_id }) => ({
      personId: toId<PersonId>(person_id),
      delayedAt: delayed_at,
      businessId: business_id === null ? null : toId<BusinessId>(business_id),
    }));
}

/** Counts the people of a business whose accounts had delayed attempts in the last 24 hours. */
export async function countDelayedAccounts(businessId: BusinessId, now: Instant): Promise<number> {
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS count FROM sign_in_ceiling c
       JOIN person p ON c.account = ${accountHashSql} JOIN membership m ON m.person_id = p.id
      WHERE m.business_id = $1::uuid AND c.delayed_at > $2::timestamptz`,
    [businessId, toDate(addMilliseconds(now, -dayMs))],
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

/** Returns the time of the last delayed attempt on this account in the last 24 hours, or null. */
export async function findLastDelayedAttempt(email: string, now: Instant): Promise<Instant | null> {
  const { rows } = await databasePool().query(
    'SELECT delayed_at FROM sign_in_ceiling WHERE account = $1 AND delayed_at > $2',
    [hashAccount(email), toDate(addMilliseconds(now, -dayMs))],
  );
  const found = z.object({ delayed_at: z.date().transform(fromDate) }).safeParse(rows[0]);
  return found.success ? found.data.delayed_at : null;
}

/** Forgets the attempts of strangers on an account, in the caller's transaction. Returns true if there were any. */
export async function clearAccountLimit(transaction: Transaction, email: string): Promise<boolean> {
  const { count } = await transaction.signInCeiling.deleteMany({ where: { account: hashAccount(email) } });
  return count > 0;
}

/** Deletes counters of accounts without an attempt for two days. */
export async function pruneAccountLimits(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query('DELETE FROM sign_in_ceiling WHERE counted_at < $1', [
    toDate(addMilliseconds(now, -2 * dayMs)),
  ]);
  return rowCount ?? 0;
}
