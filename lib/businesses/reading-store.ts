import 'server-only';
import { createHash } from 'node:crypto';
import { instantColumn, optional } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { plainLine } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ReadingTimes } from './schema.ts';

/** What is read from the service besides payments. Minimums are the same for every business and kept for each. */
type ReadingKind = 'business' | 'minimums';

/** A content that the service gave, and from when until when it is known to have given it. */
type KeptReading = {
  readonly body: Uint8Array;
  readonly firstStartedAt: Instant;
  readonly lastStartedAt: Instant;
};

type Attempt = { readonly businessId: BusinessId; readonly kind: ReadingKind; readonly startedAt: Instant };

/** Writers of one reading wait here for each other. Answers whether a later attempt was noted already. */
async function noteAttempt(
  transaction: Transaction,
  { businessId, kind, startedAt }: Attempt,
  error: { code: string; message: string } | null,
): Promise<'noted' | 'superseded'> {
  const at = toDate(startedAt);
  const rows = await transaction.$queryRaw<unknown[]>`
    INSERT INTO service_reading_state AS state
      (business_id, kind, last_attempt_at, last_success_at, error_code, error_message)
    VALUES (${businessId}::uuid, ${kind}, ${at}, ${error === null ? at : null}, ${error?.code ?? null}, ${error?.message ?? null})
    ON CONFLICT (business_id, kind) DO UPDATE SET
      last_attempt_at = EXCLUDED.last_attempt_at,
      last_success_at = COALESCE(EXCLUDED.last_success_at, state.last_success_at),
      error_code = EXCLUDED.error_code,
      error_message = EXCLUDED.error_message
    WHERE state.last_attempt_at <= EXCLUDED.last_attempt_at
    RETURNING 1`;
  return rows.length > 0 ? 'noted' : 'superseded';
}

/** Keeps what was read, as bytes. An answer to a call that began before the latest one's is left out. */
export async function keepReading(
  transaction: Transaction,
  reading: Attempt & { readonly body: Uint8Array<ArrayBuffer>; readonly flaws: readonly Flaw[] },
): Promise<'new' | 'same' | 'superseded'> {
  const { businessId, kind, startedAt, body, flaws } = reading;
  if ((await noteAttempt(transaction, reading, null)) === 'superseded') return 'superseded';
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
      // Paths and problems quote what came: jsonb takes neither NUL nor half a character.
      flaws: flaws.map(({ path, problem }) => ({ path: plainLine(path), problem: plainLine(problem) })),
    },
  });
  return 'new';
}

/** Notes that an attempt failed; the last good reading stays. */
export async function keepFailure(
  transaction: Transaction,
  failure: Attempt & { readonly code: string; readonly message: string },
): Promise<void> {
  await noteAttempt(transaction, failure, failure);
}

/** The latest contents, newest first. */
export async function latestReadings(
  businessId: BusinessId,
  kind: ReadingKind,
  most: number,
): Promise<readonly KeptReading[]> {
  const rows = await database().serviceReading.findMany({
    where: { businessId, kind },
    orderBy: { lastStartedAt: 'desc' },
    take: most,
    select: { body: true, firstStartedAt: true, lastStartedAt: true },
  });
  return rows.map((row) => ({
    body: row.body,
    firstStartedAt: instantColumn(row.firstStartedAt),
    lastStartedAt: instantColumn(row.lastStartedAt),
  }));
}

/** When the latest content was read, and how the latest attempt went. */
export async function readingTimes(
  businessId: BusinessId,
  kind: ReadingKind,
  latest: KeptReading | undefined,
): Promise<ReadingTimes> {
  const state = await database().serviceReadingState.findUnique({
    where: { businessId_kind: { businessId, kind } },
  });
  return {
    readAt: latest?.lastStartedAt ?? null,
    unchangedSince: latest?.firstStartedAt ?? null,
    error: optional(state?.errorCode ?? null, (code) => ({
      code,
      message: state?.errorMessage ?? '',
      at: instantColumn(state?.lastAttemptAt ?? new Date(0)),
    })),
  };
}

/** The latest attempt for each business that was ever read, and whether it failed. */
export async function lastAttempts(
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
