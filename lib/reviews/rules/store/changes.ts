import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/review-rule-refusals.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ChangeKind } from '../model/rule.ts';
import { changeKinds } from '../model/rule.ts';

export type Change = {
  readonly changeId: string;
  readonly kind: ChangeKind;
  readonly number: number;
  readonly pastDays: number;
  readonly proposedBy: PersonId;
};

export async function insertChange(
  transaction: Transaction,
  change: Omit<Change, 'changeId'> & {
    readonly businessId: BusinessId;
    readonly ruleId: string;
    readonly reason: string;
    readonly at: Instant;
  },
): Promise<string> {
  const { at, proposedBy, ...rest } = change;
  const { changeId } = await transaction.reviewRuleChange.create({
    data: { ...rest, proposedById: proposedBy, proposedAt: toDate(at) },
    select: { changeId: true },
  });
  return changeId;
}

/** Returns the change that is pending approval. */
export async function findOpenChange(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
): Promise<Change | null> {
  const found = await transaction.reviewRuleChange.findFirst({
    where: { businessId, ruleId, state: 'proposed' },
    select: { changeId: true, kind: true, number: true, pastDays: true, proposedById: true },
  });
  if (found === null) return null;
  const { kind, proposedById, ...rest } = found;
  return { ...rest, kind: z.enum(changeKinds).parse(kind), proposedBy: toId<PersonId>(proposedById) };
}

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
  { changeId, number }: Change,
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
