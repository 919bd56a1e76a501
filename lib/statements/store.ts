import 'server-only';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { dayColumn } from '#lib/database/columns.ts';
import { classifyDatabaseError } from '#lib/database/errors.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { Amount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { packFormat, packRowColumns } from './model/pack.ts';
import type { ClosingInput } from './queries/closing.ts';
import { readClosingFacts, refuseNewPoints, refuseObstacle } from './queries/closing.ts';
import { findRange, readStoredLines } from './queries/figures.ts';
import { createRowsInsert } from './queries/gross.ts';
import { createPackRowSql, packMatchSql } from './queries/pack-sql.ts';
import { createRefundInsert, readStoredRefunds } from './queries/refunds.ts';
import { createRowsSql } from './queries/rows-sql.ts';
import type { SignedClose } from './schema.ts';
import { statementFigures } from './schema.ts';

/** Changes of the closes of a currency wait for each other. */
export async function lockCurrency(
  transaction: Transaction,
  businessId: BusinessId,
  currency: string,
): Promise<void> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('close ' || ${businessId} || ' ' || ${currency}, 0))::text`;
}

/** Shorter than the transaction of a request. */
const matchesWaitMs = 5_000;

/**
 * Changes of matches and settlements of a business wait for each other, so that no item gets into two, and a close stores them as
 * its rows have them.
 *
 * @param waitMs The longest wait. 0: that of the transaction, for jobs.
 * @throws Problem 'unavailable' when another change takes longer
 */
export async function lockMatches(
  transaction: Transaction,
  businessId: BusinessId,
  waitMs = matchesWaitMs,
): Promise<void> {
  try {
    await transaction.$queryRaw`
      SELECT set_config('lock_timeout', ${String(waitMs)}, true),
             pg_advisory_xact_lock(hashtextextended('bank ' || ${businessId}, 0))::text,
             set_config('lock_timeout', '0', true)`;
  } catch (cause) {
    if (classifyDatabaseError(cause) !== 'busy') throw cause;
    throw new Problem('unavailable', tStatementRefusals('matchesBusy'), { cause });
  }
}

export type Closing = {
  readonly businessId: BusinessId;
  readonly closeId: string;
  readonly signed: SignedClose;
  readonly signedBy: PersonId;
  readonly approvedBy: PersonId | null;
  readonly at: Instant;
  /** The settings that apply now. Figures of other ones are not closed. */
  readonly terms: Pick<ClosingInput, 'timeZone' | 'countsCallbacks'>;
};

const numberRows = z.tuple([z.object({ number: z.number(), revision: z.number() })]);
const hashRows = z.tuple([z.object({ rows: z.number(), sha256: z.string() })]);
const packRows = z.array(z.object({ sha256: z.string() }));
const storedRows = z.tuple([z.object({ sha256: z.string() })]);

/**
 * Stores a close with its rows, as long as everything is as it was signed. The sums of the stored rows are compared with the
 * signed figures, so that what is stored is what was signed.
 *
 * @throws Problem 'conflict' when the period can't be closed any more, its figures have changed, or its checklist is longer, and those of
 * `lockMatches`
 */
export async function storeClose(
  transaction: Transaction,
  { businessId, closeId, signed, signedBy, approvedBy, at, terms }: Closing,
): Promise<{ readonly number: number; readonly revision: number; readonly packSha256: string }> {
  const { run } = toPlainTransaction(transaction);
  const { figures } = signed;
  const { currency, from, to, timeZone, countsCallbacks } = figures;
  await lockCurrency(transaction, businessId, currency);
  const period = { businessId, currency, days: { from, to }, ...terms };
  const closing = await readClosingFacts(run, period, at);
  refuseObstacle(closing);
  const present = statementFigures.parse(closing.figures);
  if (!isSame(present, figures)) throw new Problem('conflict', tStatementRefusals('figuresChanged'));
  refuseNewPoints(closing.checklist, signed.checklist);
  const range = await findRange(run, closing.input);
  const insert = createRowsInsert(createRowsSql(range), closeId, currency);
  // Its rows are compared with the figures, so people may match while those are read.
  await lockMatches(transaction, businessId);
  await run(insert.sql, insert.values);
  const refunds = createRefundInsert(range, closeId);
  await run(refunds.sql, refunds.values);
  const stored = {
    ...(await readStoredLines(run, businessId, closeId)),
    // Another transaction may have confirmed a refund since the figures were read.
    ...(await readStoredRefunds(run, businessId, closeId)),
  };
  if (!isSame(statementFigures.parse({ ...present, ...stored }), figures))
    throw new Problem('conflict', tStatementRefusals('figuresChanged'));
  const [{ number, revision }] = numberRows.parse(
    await run(
      `SELECT n.number, coalesce(max(c.revision), 0) + 1 AS revision
         FROM (SELECT (count(*) FILTER (WHERE reopened_at IS NULL) + 1)::int AS number
                 FROM period_close WHERE business_id = $1::uuid AND currency = $2) AS n
         LEFT JOIN period_close c ON c.business_id = $1::uuid AND c.currency = $2 AND c.number = n.number
        GROUP BY n.number`,
      [businessId, currency],
    ),
  );
  const [hashed] = hashRows.parse(
    await run(
      `SELECT count(*)::int AS rows,
              encode(sha256(convert_to(coalesce(string_agg(line_text, '' ORDER BY line COLLATE "C", at, record_id, kind COLLATE "C"), ''), 'UTF8')), 'hex')
                AS sha256
         FROM (${createPackRowSql(true)}) AS row`,
      [businessId, closeId],
    ),
  );
  const previous = packRows.parse(
    await run(
      `SELECT encode(pack_sha256, 'hex') AS sha256 FROM period_close
        WHERE business_id = $1::uuid AND currency = $2 ORDER BY closed_at DESC LIMIT 1`,
      [businessId, currency],
    ),
  );
  const head = JSON.stringify({
    format: packFormat,
    businessId,
    closeId,
    number,
    revision,
    closedAt: toDate(at).toISOString(),
    signedBy,
    approvedBy,
    previousPackSha256: previous[0]?.sha256 ?? null,
    columns: packRowColumns,
    rows: hashed.rows,
    rowsSha256: hashed.sha256,
    ...signed,
  });
  const [{ sha256: packSha256 }] = storedRows.parse(
    await run(insertCloseSql, [
      ...[businessId, currency, countsCallbacks, from, to, timeZone],
      ...[closing.input.agreed.opening?.day ?? null, closeId],
      ...[number, revision, figures.beginsAt, figures.endsAt, figures.closing],
      ...[head, hashed.sha256, toDate(at).toISOString()],
    ]),
  );
  return { number, revision, packSha256 };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Stores a close with its matches. The end of the head gets their number and hash, and what is in transit of earlier periods. The first
 * parameters are those of `packMatchSql`.
 */
const insertCloseSql = `
  WITH entry AS (${packMatchSql}),
  listed AS (
    SELECT coalesce(array_agg(line_text), '{}') AS lines, count(*) AS count, coalesce(string_agg(line_text || E'\\n', ''), '') AS body
      FROM (SELECT line_text FROM entry WHERE part < 3 ORDER BY part, match_id NULLS LAST, place, at, id) AS sorted),
  packed AS (
    SELECT lines, left($14::text, -1) || ',"carried":' || coalesce((SELECT line_text FROM entry WHERE part = 3), 'null') || ',"matches":'
             || count || ',"matchesSha256":"' || encode(sha256(convert_to(body, 'UTF8')), 'hex') || '"}' AS head
      FROM listed)
  INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone, begins_at, ends_at,
                            closing, counts_callbacks, head, matches, rows_sha256, pack_sha256, closed_at)
  SELECT $1::uuid, $8::uuid, $2::text, $9::int, $10::int, $4::date, $5::date, $6::text, $11::timestamptz, $12::timestamptz,
         $13::numeric, $3::boolean, head, lines, decode($15::text, 'hex'), sha256(convert_to(head, 'UTF8')), $16::timestamptz
    FROM packed
  RETURNING encode(pack_sha256, 'hex') AS sha256`;

/** A close that wasn't reopened. Null: there is none. */
export async function findActiveClose(transaction: Transaction, businessId: BusinessId, closeId: string) {
  const row = await transaction.periodClose.findFirst({
    where: { businessId, closeId, reopenedAt: null },
    select: { currency: true, number: true, revision: true, firstDay: true, lastDay: true },
  });
  if (row === null) return null;
  const { firstDay, lastDay, ...close } = row;
  return { ...close, days: { from: dayColumn(firstDay), to: dayColumn(lastDay) } };
}

/** Marks a close as reopened. The database needs an approved proposal. */
export async function markReopened(
  transaction: Transaction,
  {
    businessId,
    closeId,
    proposalId,
    at,
  }: {
    readonly businessId: BusinessId;
    readonly closeId: string;
    readonly proposalId: string;
    readonly at: Instant;
  },
): Promise<void> {
  // Without the row, whose matches may be large.
  await transaction.periodClose.updateMany({
    where: { businessId, closeId },
    data: { reopenedBy: proposalId, reopenedAt: toDate(at) },
  });
}

/** A settlement as a person records it. */
export type NewSettlement = {
  readonly businessId: BusinessId;
  readonly currency: string;
  readonly day: string;
  readonly amount: Amount;
  readonly reference: string;
  readonly by: PersonId;
  readonly at: Instant;
};

const lineRows = z.array(z.object({ lineId: z.string() }));

/** Records a settlement once. Returns its ID, or null when a line with the same content exists. */
export async function insertSettlement(
  transaction: Transaction,
  { businessId, currency, day, amount, reference, by, at }: NewSettlement,
): Promise<string | null> {
  const contentKey = createHash('sha256')
    .update(JSON.stringify([currency, day, amount, reference]))
    .digest('hex');
  const rows = await transaction.$queryRaw`
    INSERT INTO bank_line (business_id, currency, day, amount, reference, content_key, recorded_by, recorded_at)
    VALUES (${businessId}::uuid, ${currency}, ${day}::date, ${amount}::numeric, ${reference}, ${contentKey}, ${by}::uuid,
            ${toDate(at)})
    ON CONFLICT (business_id, content_key) WHERE removed_at IS NULL DO NOTHING
    RETURNING line_id::text AS "lineId"`;
  return lineRows.parse(rows)[0]?.lineId ?? null;
}

/** Removes a settlement from statements. Returns what it was, or null when there is none. */
export async function removeSettlementLine(
  transaction: Transaction,
  {
    businessId,
    lineId,
    by,
    at,
    reason,
  }: {
    readonly businessId: BusinessId;
    readonly lineId: string;
    readonly by: PersonId;
    readonly at: Instant;
    readonly reason: string;
  },
): Promise<{
  readonly currency: string;
  readonly day: string;
  readonly amount: string;
  readonly reference: string;
} | null> {
  const rows = await transaction.$queryRaw`
    UPDATE bank_line SET removed_by = ${by}::uuid, removed_at = ${toDate(at)}, removal_reason = ${reason}
     WHERE business_id = ${businessId}::uuid AND line_id = ${lineId}::uuid AND removed_at IS NULL
       AND import_id IS NULL AND match_id IS NULL
    RETURNING currency, day::text AS day, trim_scale(amount)::text AS amount, reference`;
  return removedRows.parse(rows)[0] ?? null;
}
const removedRows = z.array(
  z.object({ currency: z.string(), day: z.string(), amount: z.string(), reference: z.string() }),
);
