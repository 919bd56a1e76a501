import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { isRole } from '#lib/values/roles.ts';

/** A proposal that fewer roles need a second factor. */
export type PolicyChange = {
  readonly changeId: string;
  readonly version: number;
  readonly from: readonly Role[];
  readonly to: readonly Role[];
  readonly reason: string;
  readonly proposedBy: PersonId;
  readonly proposedByName: string;
  readonly proposedAt: Instant;
};

/** The policy of a business. A proposal is approved only at the version from which it started. */
type LockedPolicy = { readonly roles: readonly string[]; readonly version: number };

const policyRow = z.object({ roles: z.array(z.string()), version: z.number() });

/** Returns the policy, locked until the transaction ends. Null where the business has set nothing. */
export async function lockPolicy(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<LockedPolicy | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT roles, version FROM second_factor_policy WHERE business_id = ${businessId}::uuid FOR UPDATE`;
  return z.array(policyRow).parse(rows)[0] ?? null;
}

/** Returns the open proposal of a business, or null. */
export async function findOpenPolicyChange(
  businessId: BusinessId,
  client: Pick<Transaction, 'secondFactorPolicyChange'> = database(),
): Promise<PolicyChange | null> {
  const row = await client.secondFactorPolicyChange.findFirst({
    where: { businessId, state: 'proposed' },
    include: { proposedBy: { select: { name: true } } },
  });
  if (row === null) return null;
  return {
    changeId: row.changeId,
    version: row.version,
    from: row.oldRoles.filter(isRole),
    to: row.roles.filter(isRole),
    reason: row.reason,
    proposedBy: toId<PersonId>(row.proposedById),
    proposedByName: row.proposedBy.name,
    proposedAt: fromDate(row.proposedAt),
  };
}

/** Stores a proposal and returns its id. The database records the roles from which it starts. */
export async function insertPolicyChange(
  transaction: Transaction,
  change: {
    readonly businessId: BusinessId;
    readonly roles: readonly Role[];
    readonly reason: string;
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<string> {
  const { businessId, roles, reason, by, at } = change;
  const { changeId } = await transaction.secondFactorPolicyChange.create({
    data: { businessId, roles: [...roles], version: 0, reason, proposedById: by, proposedAt: toDate(at) },
    select: { changeId: true },
  });
  return changeId;
}

/** Closes a proposal. */
export async function storePolicyChangeOutcome(
  transaction: Transaction,
  { businessId, changeId }: { readonly businessId: BusinessId; readonly changeId: string },
  answer: {
    readonly state: 'final' | 'declined' | 'withdrawn';
    readonly by: PersonId;
    readonly at: Instant;
    readonly comment: string | null;
  },
): Promise<void> {
  await transaction.secondFactorPolicyChange.update({
    where: { businessId_changeId: { businessId, changeId } },
    data: {
      state: answer.state,
      answeredById: answer.by,
      answeredAt: toDate(answer.at),
      answer: answer.comment,
    },
  });
}

/** Replaces the roles that need a second factor. The database demands an approved proposal for fewer ones. */
export async function storeRequiredRoles(
  transaction: Transaction,
  change: {
    readonly businessId: BusinessId;
    readonly roles: readonly Role[];
    readonly by: PersonId;
    readonly at: Instant;
  },
): Promise<void> {
  const { businessId, roles, by, at } = change;
  await transaction.secondFactorPolicy.update({
    where: { businessId },
    data: { roles: [...roles].sort(), changedAt: toDate(at), changedById: by },
  });
}

/** Returns the members with access who have one of these roles. */
export async function listMembersWithRoles(
  transaction: Transaction,
  businessId: BusinessId,
  roles: readonly Role[],
): Promise<readonly string[]> {
  const members = await transaction.membership.findMany({
    where: { businessId, role: { in: [...roles] }, disabledAt: null, person: { disabledAt: null } },
    select: { personId: true },
  });
  return members.map(({ personId }) => personId);
}
