import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { findApprovalBlocks } from '../approval-queries.ts';
import type { ApprovalBlock } from '../schema.ts';

type Person = Context<PersonActor>;

/** Returns why a person can't approve a proposal of another one at this time. */
export async function readApprovalBlocks(
  businessId: BusinessId,
  { proposer, approver, at }: { readonly proposer: Person; readonly approver: Person; readonly at: Instant },
): Promise<readonly ApprovalBlock[]> {
  const people = {
    businessId,
    proposers: [proposer.actor.personId],
    approver: approver.actor.personId,
  };
  return (await findApprovalBlocks(database(), people, at)).get(proposer.actor.personId) ?? [];
}

/** Returns true if a person can approve a proposal of another one at this time. */
export const canApprove = async (...input: Parameters<typeof readApprovalBlocks>): Promise<boolean> =>
  (await readApprovalBlocks(...input)).length === 0;
