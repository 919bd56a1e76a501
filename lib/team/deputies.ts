import 'server-only';
import type * as z from 'zod';
import { listRolesWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tTeamDeputies } from '#lib/messages/team.ts';
import { lockPerson, notifyOwners } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { findTerm, removeDeputy, setDeputy } from './deputy-store.ts';
import { isDeputyRole } from './model.ts';
import type { memberForm, nameDeputyForm } from './schema.ts';
import { lockMember, recordAccessGrant } from './store.ts';

/** Locks the approver and their deputy-to-be, and checks both. */
async function lockPair(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, personId, deputyId }: { businessId: BusinessId; personId: string; deputyId: string },
) {
  const { member: approver } = await lockMember(transaction, context, businessId, personId);
  const { member: deputy } = await lockMember(transaction, context, businessId, deputyId);
  if (!listRolesWith('proposal.answer').includes(approver.role) || approver.isDisabled)
    throw new Problem('conflict', tTeamDeputies('problem.noApprover'));
  if (!isDeputyRole(deputy.role) || deputy.isDisabled)
    throw new Problem('conflict', tTeamDeputies('problem.otherRole'));
  const account = await lockPerson(transaction, deputy.personId);
  if (account === null || account.isDisabled)
    throw new Problem('conflict', tTeamDeputies('problem.otherRole'));
  return { approver, deputy };
}

/**
 * Names a deputy, who may approve what an approver or owner could from the first to the last day. The deputy is independent:
 * neither approves what they or the person they stand in for proposed or may not approve. Naming gives access, so owner and
 * deputy don't approve each other's proposals for 72 hours. It ends on its own.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for other days, and 'conflict' for a person who can't
 * be a deputy, or while there is one
 */
export async function nameDeputy(
  context: Context<PersonActor>,
  { businessId: business, personId, deputyId, ...days }: z.output<typeof nameDeputyForm>,
): Promise<{ readonly from: Instant; readonly until: Instant }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  await requireFullAuthentication(context);
  const grantedBy = context.actor.personId;
  return inTransaction(async (transaction) => {
    const { approver, deputy } = await lockPair(transaction, context, { businessId, personId, deputyId });
    const at = context.clock.now();
    const term = await findTerm(transaction, { businessId, ...days, at });
    const pair = { businessId, deputyId: deputy.personId, approverId: approver.personId };
    if (!(await setDeputy(transaction, { ...pair, ...term, at })))
      throw new Problem('conflict', tTeamDeputies('problem.present'));
    const access = { businessId, personId: deputy.personId };
    await recordAccessGrant(transaction, { ...access, grantedBy, kind: 'role', at });
    await notifyOwners(
      transaction,
      context,
      { businessId, personIds: [deputy.personId] },
      { kind: 'accessGiven', how: 'deputy' },
    );
    const notice = { businessId, ...days, at };
    await queueTeamNotice(transaction, {
      ...notice,
      kind: 'deputyNamed',
      personIds: [deputy.personId],
    });
    if (approver.personId !== grantedBy)
      await queueTeamNotice(transaction, { ...notice, kind: 'deputyOf', personIds: [approver.personId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'role.name-deputy',
      objectType: 'person',
      objectId: deputy.personId,
      after: { deputyOf: approver.personId, startsAt: term.from, accessEndsAt: term.until },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    return term;
  });
}

/**
 * Ends the time of the deputy of a person now.
 *
 * @throws Problem 'reauthentication-required', 'not-found', and 'conflict' without a deputy
 */
export async function endDeputy(
  context: Context<PersonActor>,
  { businessId: business, personId }: z.output<typeof memberForm>,
): Promise<{ readonly deputyId: string }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction(async (transaction) => {
    const { member: approver } = await lockMember(transaction, context, businessId, personId);
    const at = context.clock.now();
    const ended = await removeDeputy(transaction, { businessId, approverId: approver.personId, at });
    if (ended === null) throw new Problem('conflict', tTeamDeputies('problem.none'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'role.end-deputy',
      objectType: 'person',
      objectId: ended.deputyId,
      before: { deputyOf: approver.personId, startsAt: ended.from, accessEndsAt: ended.until },
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    return { deputyId: ended.deputyId };
  });
}
