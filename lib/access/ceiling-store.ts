import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, later, toDate } from '#lib/values/instant.ts';

/** Attempts of strangers in a short time that are checked without a delay. */
const freeAttempts = 10;
/** One attempt is forgotten after this time. */
const forgetSeconds = 300;
/** The delay doubles with each further attempt, and is never longer than this. */
const longestDelaySeconds = 60;
/** The level at which the delay is longest. It does not rise further, so that it falls soon after an attack. */
const highestLevel = freeAttempts + 7;
const dayMs = 86_400_000;

const keyOf = (account: string): string => createHash('sha256').update(account).digest('hex');
/** The same in SQL, of a person's email. */
const keyOfPerson = `encode(sha256(convert_to(p.email, 'UTF8')), 'hex')`;

/** The level after this attempt, of which the time since the last has been forgotten. */
const level = `LEAST(${highestLevel}, 1 + GREATEST(0,
  c.level - GREATEST(0, extract(epoch FROM $2::timestamptz - c.counted_at)) / ${forgetSeconds}))`;
const delay = `CASE WHEN ${level} <= ${freeAttempts} THEN 0
  ELSE LEAST(${longestDelaySeconds}, power(2, ceil(${level}) - ${freeAttempts} - 1)) END`;

/** A free_at that is further away than any delay was written by a clock that was wrong. */
const takeText = `
  INSERT INTO sign_in_ceiling AS c (account, level, counted_at, free_at) VALUES ($1, 1, $2, $2)
  ON CONFLICT (account) DO UPDATE SET
    level = ${level}, counted_at = $2, free_at = $2::timestamptz + ${delay} * interval '1 second',
    delayed_at = CASE WHEN ${level} > ${freeAttempts} THEN $2 ELSE c.delayed_at END
  WHERE c.free_at <= $2 OR c.free_at > $2::timestamptz + interval '${longestDelaySeconds} seconds'
  RETURNING c.level > ${freeAttempts} AND c.level <= ${freeAttempts} + 1 AS reached`;

const turn = z.object({ reached: z.boolean() });
const waiting = z.object({ free_at: z.date() });

/** Whether an attempt may be checked now, else how long to wait. `hasReached`: with this one, attempts begin to be delayed. */
export type Turn =
  | { readonly isAdmitted: true; readonly hasReached: boolean }
  | { readonly isAdmitted: false; readonly waitMs: number };

/**
 * Takes the next turn to try a password of this account, for somebody from an address and device that are unknown to it.
 * Once there were many, turns are up to a minute apart, for all addresses together.
 */
export async function takeTurn(account: string, now: Instant): Promise<Turn> {
  const key = keyOf(account);
  const taken = await databasePool().query(takeText, [key, toDate(now)]);
  if (taken.rows[0] !== undefined) {
    return { isAdmitted: true, hasReached: turn.parse(taken.rows[0]).reached };
  }
  const { rows } = await databasePool().query('SELECT free_at FROM sign_in_ceiling WHERE account = $1', [
    key,
  ]);
  const freeAt = waiting.safeParse(rows[0]);
  return { isAdmitted: false, waitMs: freeAt.success ? Math.max(0, freeAt.data.free_at.getTime() - now) : 0 };
}

/** Takes back an attempt whose password was right. */
export async function giveTurnBack(account: string): Promise<void> {
  await databasePool().query('UPDATE sign_in_ceiling SET level = GREATEST(0, level - 1) WHERE account = $1', [
    keyOf(account),
  ]);
}

const noticed = z.object({
  person_id: z.string(),
  delayed_at: z.date().transform(fromDate),
  business_id: z.string().nullable(),
});

/** A person on whose account strangers made too many attempts, with the first business of theirs. */
export type CeilingNotice = {
  readonly personId: PersonId;
  readonly delayedAt: Instant;
  readonly businessId: BusinessId | null;
};

/** People to be told now of the attempts on their account, each at most once in 24 hours. Marks them as told. */
export async function claimCeilingNotices(
  transaction: Transaction,
  now: Instant,
): Promise<readonly CeilingNotice[]> {
  const at = toDate(now);
  const rows = await transaction.$queryRawUnsafe(
    `UPDATE sign_in_ceiling c SET notified_at = $1::timestamptz FROM person p
      WHERE c.delayed_at > $2::timestamptz AND c.account = ${keyOfPerson} AND p.disabled_at IS NULL
        AND (c.notified_at IS NULL OR (c.notified_at <= $2::timestamptz AND c.delayed_at > c.notified_at))
      RETURNING p.id AS person_id, c.delayed_at,
        (SELECT business_id FROM membership WHERE person_id = p.id ORDER BY created_at, business_id LIMIT 1) AS business_id`,
    at,
    toDate(later(now, -dayMs)),
  );
  return z
    .array(noticed)
    .parse(rows)
    .map(({ person_id, delayed_at, business_id }) => ({
      personId: toId<PersonId>(person_id),
      delayedAt: delayed_at,
      businessId: business_id === null ? null : toId<BusinessId>(business_id),
    }));
}

/** How many people of a business had attempts on their account delayed in the last 24 hours. */
export async function countGuessedAccounts(businessId: BusinessId, now: Instant): Promise<number> {
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS count FROM sign_in_ceiling c
       JOIN person p ON c.account = ${keyOfPerson} JOIN membership m ON m.person_id = p.id
      WHERE m.business_id = $1::uuid AND c.delayed_at > $2::timestamptz`,
    [businessId, toDate(later(now, -dayMs))],
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

/** The last attempt on this account after which strangers had to wait, if that was in the last 24 hours; else null. */
export async function lastGuessing(email: string, now: Instant): Promise<Instant | null> {
  const { rows } = await databasePool().query(
    'SELECT delayed_at FROM sign_in_ceiling WHERE account = $1 AND delayed_at > $2',
    [keyOf(email), toDate(later(now, -dayMs))],
  );
  const found = z.object({ delayed_at: z.date().transform(fromDate) }).safeParse(rows[0]);
  return found.success ? found.data.delayed_at : null;
}

/** Forgets accounts at which nobody tried for two days. */
export async function pruneCeilings(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query('DELETE FROM sign_in_ceiling WHERE counted_at < $1', [
    toDate(later(now, -2 * dayMs)),
  ]);
  return rowCount ?? 0;
}
