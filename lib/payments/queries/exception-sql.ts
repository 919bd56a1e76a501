import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { StoredDifference } from '#lib/observations/model/read-differences.ts';
import { storedDifference } from '#lib/observations/model/read-differences.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { ExceptionWork } from '../schema/exception-work.ts';
import { resolutionReasons } from '../schema/exception-work.ts';
import { isToleratedPaymentSql, withoutToleratedSql } from './tolerance-sql.ts';

/**
 * SQL of exceptions for lists of payments. lib/exceptions owns payment_exception and writes it; this only reads it
 * beside a payment.
 */

/** Builds the condition of payments with a reason, tolerated or not, for an alias (`p.`). It matches the partial index word for word. */
export const exceptionReasonSql = (alias: string): string =>
  `(${alias}coverage IN ('under', 'over') OR ${alias}late OR ${alias}currency_mismatch OR NOT ${alias}record_seen
    OR ${alias}read_differences IS NOT NULL)`;

/** Builds the SQL array of a payment's reasons, tolerated or not. */
export const exceptionStatesSql = (
  alias: string,
): string => `array_remove(ARRAY[CASE WHEN ${alias}coverage IN ('under', 'over') THEN ${alias}coverage END,
  CASE WHEN ${alias}late THEN 'late' END, CASE WHEN ${alias}currency_mismatch THEN 'mismatch' END,
  CASE WHEN NOT ${alias}record_seen THEN 'unmatched' END,
  CASE WHEN ${alias}read_differences IS NOT NULL THEN 'contradicted' END], NULL)`;

const workOfPayment = `payment_exception x WHERE x.business_id = p.business_id AND x.kind = 'payment' AND x.subject_id = p.payment_id`;
/** The resolution covers every reason that the payment has now. */
const coversReasonsSql = (isTolerated: string): string => `x.resolved_at IS NOT NULL
  AND ${withoutToleratedSql(exceptionStatesSql('p.'), isTolerated)} <@ x.resolved_states`;
const coversReasons = coversReasonsSql(isToleratedPaymentSql);
/** The payment `p` has a reason that no tolerance excludes. */
const isException = `${exceptionReasonSql('p.')}
  AND (p.late OR p.currency_mismatch OR NOT p.record_seen OR p.read_differences IS NOT NULL OR NOT ${isToleratedPaymentSql})`;

/** Conditions of the filter, for the alias `p`. A payment without a reason matches none of the first two. */
export const exceptionConditions = {
  open: `${isException} AND NOT EXISTS (SELECT FROM ${workOfPayment} AND ${coversReasons})`,
  resolved: `${isException} AND EXISTS (SELECT FROM ${workOfPayment} AND ${coversReasons})`,
  assigned: `EXISTS (SELECT FROM ${workOfPayment} AND x.owner_id IS NOT NULL)`,
} as const;

const personName = (column: string) => `(SELECT name FROM person WHERE person.id = ${column})`;

/**
 * Selects the work on the exception of a payment `p`, and whether its difference is tolerated, as one JSON value. Runs
 * only for the rows of the page. OFFSET 0 keeps each condition to one place: planning copies of them takes longer than
 * reading the page.
 */
export const exceptionItemSql = `(SELECT json_build_object('isTolerated', tolerance.is_tolerated, 'differences', p.read_differences, 'work',
    (SELECT json_build_object('owner', ${personName('x.owner_id')}, 'note', x.note, 'changedAt', ${millisecondsSql('x.changed_at')},
      'resolvedBy', CASE WHEN x.is_resolved THEN ${personName('x.resolved_by')} END,
      'resolvedAt', CASE WHEN x.is_resolved THEN ${millisecondsSql('x.resolved_at')} END,
      'resolutionReason', CASE WHEN x.is_resolved THEN x.resolution_reason END)
    FROM (SELECT x.*, ${coversReasonsSql('tolerance.is_tolerated')} AS is_resolved FROM ${workOfPayment} OFFSET 0) x))
  FROM (SELECT ${isToleratedPaymentSql} AS is_tolerated OFFSET 0) tolerance) AS exception`;

const moment = z.string().transform((text) => instant(Number(text)));
const exceptionShape = z.object({
  isTolerated: z.boolean(),
  differences: z
    .array(storedDifference)
    .nullable()
    .transform((differences) => differences ?? []),
  work: z
    .object({
      owner: z.string().nullable(),
      note: z.string(),
      changedAt: moment,
      resolvedBy: z.string().nullable(),
      resolvedAt: moment.nullable(),
      resolutionReason: z.enum(resolutionReasons).nullable().catch(null),
    })
    .nullable(),
});

/** Reads the column of {@link exceptionItemSql}. */
export function readExceptionItem(row: RawRow): {
  readonly exceptionWork: ExceptionWork | null;
  readonly withinTolerance: boolean;
  readonly readDifferences: readonly StoredDifference[];
} {
  const { work, isTolerated, differences } = exceptionShape.parse(row['exception']);
  return { exceptionWork: work, withinTolerance: isTolerated, readDifferences: differences };
}

/**
 * Selects the work on exceptions for an export, by field. Selects constants when there is no work on an exception of
 * the business, which saves a lookup for each exported row.
 */
export async function selectExceptionTexts(
  businessId: BusinessId,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await databasePool().query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM payment_exception WHERE business_id = $1::uuid AND kind = 'payment') AS exists`,
    [businessId],
  );
  const select = (value: string) => (rows[0]?.exists ? `(SELECT ${value} FROM ${workOfPayment})` : 'NULL');
  const resolved = (value: string) => select(`CASE WHEN ${coversReasons} THEN ${value} END`);
  return {
    exceptionState: `CASE WHEN ${isException} THEN coalesce(${resolved("'resolved'")}, 'open') END`,
    exceptionOwner: select(personName('x.owner_id')),
    exceptionNote: select("nullif(x.note, '')"),
    exceptionResolvedBy: resolved(personName('x.resolved_by')),
    exceptionResolutionReason: resolved('x.resolution_reason'),
    exceptionResolvedAt: resolved(millisecondsSql('x.resolved_at')),
    exceptionChangedAt: select(millisecondsSql('x.changed_at')),
  };
}
