import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Lock timeout. Callbacks wait for the same lock and have one second. */
const writerTimeoutMs = 800;

/**
 * Blocks writes of deposits and withdrawals of the business until the transaction ends, after waiting for current
 * writers. Every later write then sees the rule. Call it first in the transaction.
 *
 * @throws Problem 'unavailable' when a writer takes longer than the timeout
 */
export async function lockWriters(transaction: Transaction, businessId: BusinessId): Promise<void> {
  await transaction.$executeRawUnsafe(`SET LOCAL lock_timeout = ${writerTimeoutMs}`);
  try {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended('review rules ' || ${businessId}::uuid::text, 0))::text`;
  } catch (cause) {
    throw new Problem('unavailable', tRuleRefusals('problem.writing'), { cause });
  }
  await transaction.$executeRawUnsafe('SET LOCAL lock_timeout = 0');
}

/** Ends the active version of the rule. */
export async function deactivateVersion(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  changeId: string,
  at: Instant,
): Promise<void> {
  await transaction.reviewRuleForce.updateMany({
    where: { businessId, ruleId, endedAt: null },
    data: { endedAt: toDate(at), endedById: changeId },
  });
}

/** Makes the version of the change active for records received since `beginsAt`. */
export async function activateVersion(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  { changeId, number }: { readonly changeId: string; readonly number: number },
  beginsAt: Instant,
): Promise<void> {
  const { subjectKind } = await transaction.reviewRuleText.findUniqueOrThrow({
    where: { businessId_ruleId_number: { businessId, ruleId, number } },
    select: { subjectKind: true },
  });
  await transaction.reviewRuleForce.create({
    data: { businessId, changeId, ruleId, number, subjectKind, beginsAt: toDate(beginsAt) },
  });
}
