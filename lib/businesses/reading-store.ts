import 'server-only';
import { createHash } from 'node:crypto';
import { instantColumn, mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { toPlainLine } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ReadingTimes } from './schema.ts';

/** Readings besides payments. Minimums are equal for every business and stored for each. */
type ReadingKind = 'business' | 'minimums';

/** Content from the service, with the times of its first and last reading. */
type StoredReading = {
  readonly body: Uint8Array;
  readonly firstStartedAt: Instant;
  readonly lastStartedAt: Instant;
};

type Attempt = { readonly businessId: BusinessId; readonly kind: ReadingKind; readonly startedAt: Instant };

/** Serializes writers of the same reading. Reports whether a later attempt was already recorded. */
async function recordAttempt(
  transaction: Transaction,
  { businessId, kind, startedAt }: Attempt,
  error: { code: string; message: string } | null,
): Promise<'noted' | 'superseded'> {
  const at = toDate(startedAt);
  const rows = await transaction.$queryRaw<unknown[]>`
    INSERT INTO service_reading_state AS state
      (business_id, kind, last_attempt_at, last_success_at, failing_since, error_code, error_message)
    VALUES (${businessId}::uuid, ${kind}, ${at}, ${error === null ? at : null}, ${error === null ? null : at},
            ${error?.code ?? null}, ${error?.message ?? null})
    ON CONFLICT (business_id, kind) DO UPDATE SET
      last_attempt_at = EXCLUDED.last_attempt_at,
      last_success_at = COALESCE(EXCLUDED.last_success_at, state.last_success_at),
      failing_since = CASE WHEN EXCLUDED.failing_since IS NOT NULL
                           THEN coalesce(state.failing_since, EXCLUDED.failing_since) END,
      error_code = EXCLUDED.error_code,
      error_message = EXCLUDED.error_message
    WHERE state.last_attempt_at <= EXCLUDED.last_attempt_at
    RETURNING 1`;
  return rows.length > 0 ? 'noted' : 'superseded';
}

/** Stores a reading as bytes. Ignores an answer to a call that started before the latest one. */
export async function storeReading(
  transaction: Transaction,
  reading: Attempt & { readonly body: Uint8Array<ArrayBuffer>; readonly flaws: readonly Flaw[] },
): Promise<'new' | 'same' | 'superseded'> {
  const { businessId, kind, startedAt, body, flaws } = reading;
  if ((await recordAttempt(transaction, reading, null)) === 'superseded') return 'superseded';
  const sha256 = new Uint8Array(createHash('sha256').update(body).digest());
  const latest = await transaction.serviceReading.findFirst({
    where: { businessId, kind },
    orderBy: { lastStartedAt: 'desc' },
    select: { id: true, sha256: true },
  });
  const at = toDate(startedAt);
  if (latest && Buffer.compare(latest.sha256, sha256) === 0) {
    await transaction.serviceReading.update({ where: { id: latest.id }, data: { lastStartedAt: at } });
    return 'same';
  }
  await transaction.serviceReading.create({
    data: {
      businessId,
      kind,
      firstStartedAt: at,
      lastStartedAt: at,
      sha256,
      body,
      // Paths and problems quote received text, and jsonb accepts neither NUL nor half a character.
      flaws: flaws.map(({ path, problem }) => ({ path: toPlainLine(path), problem: toPlainLine(problem) })),
    },
  });
  return 'new';
}

/** Records a failed attempt and keeps the last good reading. */
export async function storeFailure(
  transaction: Transaction,
  failure: Attempt & { readonly code: string; readonly message: string },
): Promise<void> {
  await recordAttempt(transaction, failure, failure);
}

/** Returns the latest contents, newest first. */
export async function readLatestReadings(
  businessId: BusinessId,
  kind: ReadingKind,
  maximum: number,
): Promise<readonly StoredReading[]> {
  const rows = await database().serviceReading.findMany({
    where: { businessId, kind },
    orderBy: { lastStartedAt: 'desc' },
    take: maximum,
    select: { body: true, firstStartedAt: true, lastStartedAt: true },
  });
  return rows.map((row) => ({
    body: row.body,
    firstStartedAt: instantColumn(row.firstStartedAt),
    lastStartedAt: instantColumn(row.lastStartedAt),
  }));
}

/** Returns the time of the latest content and the result of the latest attempt. */
export async function listReadingTimes(
  businessId: BusinessId,
  kind: ReadingKind,
  latest: StoredReading | undefined,
): Promise<ReadingTimes> {
  const state = await database().serviceReadingState.findUnique({
    where: { businessId_kind: { businessId, kind } },
  });
  return {
    readAt: latest?.lastStartedAt ?? null,
    unchangedSince: latest?.firstStartedAt ?? null,
    error: mapNullable(state?.errorCode ?? null, (code) => ({
      code,
      message: state?.errorMessage ?? '',
      at: instantColumn(state?.lastAttemptAt ?? new Date(0)),
    })),
  };
}

/** Returns the latest attempt of each business and whether it failed. */
export async function readLastAttempts(
  kind: ReadingKind,
): Promise<ReadonlyMap<string, { at: Instant; failed: boolean }>> {
  const rows = await database().serviceReadingState.findMany({ where: { kind } });
  return new Map(
    rows.map((row) => [
      row.businessId,
      { at: instantColumn(row.lastAttemptAt), failed: row.errorCode !== null },
    ]),
  );
}
