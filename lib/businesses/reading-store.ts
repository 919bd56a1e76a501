import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { instantColumn } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import { toPlainLine } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';
import type { ReadingTimes } from './schema.ts';

const readKinds = ['business', 'minimums', 'payments'] as const;
type ReadKind = (typeof readKinds)[number];
/** Readings besides payments. Minimums are equal for every business and stored for each. */
type ReadingKind = Exclude<ReadKind, 'payments'>;

/** Content from the service, with the times of its first and last reading. */
type StoredReading = {
  readonly body: Uint8Array;
  readonly firstStartedAt: Instant;
  readonly lastStartedAt: Instant;
};

type Attempt = { readonly businessId: BusinessId; readonly kind: ReadingKind; readonly startedAt: Instant };

type ReadError = { readonly code: string | null; readonly message: string };

/**
 * Records an attempt to read. Serializes writers of the business. `everyMs`: repeated successes are stored at most that
 * often. Returns false if a later attempt was already recorded.
 */
export async function recordAttempt(
  client: Pick<Transaction, '$queryRaw'>,
  attempt: { readonly businessId: BusinessId; readonly kind: ReadKind; readonly startedAt: Instant },
  error: ReadError | null,
  everyMs = 0,
): Promise<boolean> {
  const { businessId, kind, startedAt: at } = attempt;
  const rows = await client.$queryRaw<unknown[]>`
    UPDATE business SET reads = jsonb_set(reads, ARRAY[${kind}::text], jsonb_strip_nulls(CASE WHEN ${error === null}::boolean
             THEN jsonb_build_object('at', ${at}::bigint, 'successAt', ${at}::bigint)
             ELSE jsonb_build_object('at', ${at}::bigint, 'successAt', last.read -> 'successAt',
                    'failingSince', coalesce(last.read -> 'failingSince', to_jsonb(${at}::bigint)),
                    'code', ${error?.code ?? null}::text, 'message', ${error?.message ?? null}::text) END))
      FROM (SELECT id, coalesce(reads -> ${kind}::text, '{}') AS read FROM business
             WHERE id = ${businessId}::uuid FOR NO KEY UPDATE) AS last
     WHERE business.id = last.id AND coalesce((last.read ->> 'at')::bigint, 0) <= ${at}::bigint
       AND (${error !== null}::boolean OR last.read ? 'failingSince'
            OR coalesce((last.read ->> 'successAt')::bigint, 0) <= ${at}::bigint - ${everyMs}::bigint)
    RETURNING 1`;
  return rows.length > 0;
}

const instantOfMs = z.number().transform(instant);
const readState = z.object({
  at: instantOfMs,
  successAt: instantOfMs.optional(),
  /** Since when no read has succeeded, with the error of the latest one. */
  failingSince: instantOfMs.optional(),
  code: z.string().optional(),
  message: z.string().default(''),
});
const readStates = z.partialRecord(z.enum(readKinds), readState);

/** Returns the latest attempt to read, or undefined without one. */
export async function findReadState(
  businessId: BusinessId,
  kind: ReadKind,
): Promise<z.output<typeof readState> | undefined> {
  const row = await database().business.findUnique({ where: { id: businessId }, select: { reads: true } });
  return readStates.parse(row?.reads ?? {})[kind];
}

/** Stores a reading as bytes. Ignores an answer to a call that started before the latest one. */
export async function storeReading(
  transaction: Transaction,
  reading: Attempt & { readonly body: Uint8Array<ArrayBuffer>; readonly flaws: readonly Flaw[] },
): Promise<'new' | 'same' | 'superseded'> {
  const { businessId, kind, startedAt, body, flaws } = reading;
  if (!(await recordAttempt(transaction, reading, null))) return 'superseded';
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
  const state = await findReadState(businessId, kind);
  return {
    readAt: latest?.lastStartedAt ?? null,
    unchangedSince: latest?.firstStartedAt ?? null,
    error: state?.code === undefined ? null : { code: state.code, message: state.message, at: state.at },
  };
}

/** Returns the latest attempt of each business and whether it failed. */
export async function readLastAttempts(
  kind: ReadingKind,
): Promise<ReadonlyMap<string, { at: Instant; failed: boolean }>> {
  const rows = await database().business.findMany({ select: { id: true, reads: true } });
  return new Map(
    rows.flatMap(({ id, reads }) => {
      const state = readStates.parse(reads)[kind];
      return state === undefined ? [] : [[id, { at: state.at, failed: state.code !== undefined }]];
    }),
  );
}
