import 'server-only';
import * as z from 'zod';
import { mapNullable, toAmount } from '#lib/database/columns.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { interruptedAfterMs } from '#lib/payments/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { paymentStatesSql, toleranceComparisonSql, untoleratedStatesSql } from './list-definition.ts';
import type { ExceptionKind } from './model.ts';
import type { ExceptionTolerance } from './schema.ts';

type Subject = {
  readonly businessId: BusinessId;
  readonly kind: ExceptionKind;
  readonly subjectId: string;
};

const statesRows = z.array(z.object({ states: z.array(z.string()) }));

/** Returns the current reasons of a payment or request without tolerated ones, or null if there is no such record. */
export async function readExceptionStates(
  transaction: Transaction,
  { businessId, kind, subjectId }: Subject,
): Promise<readonly string[] | null> {
  const rows: unknown =
    kind === 'payment'
      ? await transaction.$queryRawUnsafe(
          `SELECT ${untoleratedStatesSql} AS states
             FROM (SELECT ${paymentStatesSql} AS states, ${toleranceComparisonSql} FROM payment
                    WHERE business_id = $1::uuid AND payment_id = $2::uuid) AS e
             LEFT JOIN business t ON t.id = $1::uuid`,
          businessId,
          subjectId,
        )
      : await transaction.$queryRaw`
          SELECT CASE WHEN state = 'UNKNOWN'
                        OR state = 'SENDING' AND changed_at < now() - ${interruptedAfterMs} * interval '1 millisecond' THEN ARRAY['unknown-outcome'] ELSE ARRAY[]::text[] END AS states
            FROM payment_intent WHERE business_id = ${businessId}::uuid AND id = ${subjectId}::uuid`;
  return statesRows.parse(rows)[0]?.states ?? null;
}

/** Stores the tolerance of a business. Returns the previous one. */
export async function storeTolerance(
  transaction: Transaction,
  businessId: BusinessId,
  { maximumEur, maximumPercent }: ExceptionTolerance,
): Promise<ExceptionTolerance> {
  await transaction.$queryRaw`SELECT 1 AS one FROM business WHERE id = ${businessId}::uuid FOR NO KEY UPDATE`;
  const where = { id: businessId };
  const before = await transaction.business.findUniqueOrThrow({ where });
  await transaction.business.update({
    where,
    data: { toleranceEur: maximumEur, tolerancePercent: maximumPercent },
  });
  return {
    maximumEur: mapNullable(before.toleranceEur, toAmount),
    maximumPercent: mapNullable(before.tolerancePercent, toAmount),
  };
}

/** A resolution: the reasons that it covers, why it is resolved, its author and its time. */
export type Resolution = {
  readonly states: readonly string[];
  /** Null: none was chosen. */
  readonly reason: string | null;
  readonly by: PersonId;
  readonly at: Instant;
};

/** Returns the work on an exception, locked until the transaction ends, or null if there is none yet. */
export async function lockException(transaction: Transaction, { businessId, kind, subjectId }: Subject) {
  // A row that does not exist can't be locked, so an advisory lock guards its creation.
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`exception ${businessId} ${kind} ${subjectId}`}, 0))`;
  const row = await transaction.paymentException.findUnique({
    where: { businessId_kind_subjectId: { businessId, kind, subjectId } },
    select: {
      ownerId: true,
      note: true,
      resolvedStates: true,
      resolvedById: true,
      resolvedAt: true,
      resolutionReason: true,
      version: true,
    },
  });
  if (row === null) return null;
  const { resolvedStates, resolvedById, resolvedAt, resolutionReason: reason, ...work } = row;
  const resolution: Resolution | null =
    resolvedAt === null || resolvedById === null
      ? null
      : { states: resolvedStates, reason, by: toId<PersonId>(resolvedById), at: fromDate(resolvedAt) };
  return { ...work, resolution };
}

/** Writes the whole state of the work on an exception. */
export async function storeException(
  transaction: Transaction,
  { businessId, kind, subjectId }: Subject,
  work: {
    readonly ownerId: string | null;
    readonly note: string;
    readonly resolution: Resolution | null;
    readonly at: Instant;
    readonly version: number;
  },
): Promise<void> {
  const { ownerId, note, resolution, at, version } = work;
  const data = {
    ownerId,
    note,
    resolvedStates: [...(resolution?.states ?? [])],
    resolvedById: resolution?.by ?? null,
    resolvedAt: resolution === null ? null : toDate(resolution.at),
    resolutionReason: resolution?.reason ?? null,
    changedAt: toDate(at),
    version,
  };
  await transaction.paymentException.upsert({
    where: { businessId_kind_subjectId: { businessId, kind, subjectId } },
    create: { businessId, kind, subjectId, ...data },
    update: data,
  });
}
