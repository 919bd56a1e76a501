import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { markCase } from '../store/changes.ts';

/**
 * Merges a locked case into another one, together with the cases merged into it. The database rejects inconsistent
 * merges.
 */
export async function mergeCase(
  transaction: Transaction,
  businessId: BusinessId,
  joins: CaseId,
  stays: CaseId,
  at: Instant,
): Promise<readonly CaseId[]> {
  const earlier = await transaction.reviewCase.findMany({
    where: { businessId, ownerId: joins, state: 'merged' },
    select: { caseId: true },
    orderBy: { caseId: 'asc' },
  });
  const version = { increment: 1 };
  for (const { caseId } of earlier)
    await transaction.reviewCase.update({
      where: { businessId_caseId: { businessId, caseId } },
      data: { mergedIntoId: stays, changedAt: toDate(at), version },
    });
  await transaction.reviewCase.update({
    where: { businessId_caseId: { businessId, caseId: joins } },
    data: {
      state: 'merged',
      mergedIntoId: stays,
      mergedAt: toDate(at),
      decidedAt: null,
      disagreesAt: null,
      contradictions: [],
      snoozedUntil: null,
      changedAt: toDate(at),
      version,
    },
  });
  await markCase(transaction, businessId, stays);
  return earlier.map(({ caseId }) => toId<CaseId>(caseId));
}

/** Separates a locked case, which is then open. */
export async function separateMergedCase(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
  at: Instant,
): Promise<number> {
  const { version } = await transaction.reviewCase.update({
    where: { businessId_caseId: { businessId, caseId } },
    data: {
      state: 'open',
      mergedIntoId: null,
      mergedAt: null,
      changedAt: toDate(at),
      version: { increment: 1 },
    },
    select: { version: true },
  });
  await markCase(transaction, businessId, caseId);
  return version;
}

/**
 * Returns the case that a case was merged into; null if it isn't merged.
 *
 * @throws Problem 'not-found'
 */
export async function findMergeTarget(
  transaction: Transaction,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<CaseId | null> {
  const found = await transaction.reviewCase.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    select: { mergedIntoId: true },
  });
  if (found === null) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  return found.mergedIntoId === null ? null : toId<CaseId>(found.mergedIntoId);
}
