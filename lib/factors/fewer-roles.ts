import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tFactorProblems } from '#lib/messages/factor-problems.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isRole } from '#lib/values/roles.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { listAlwaysRequiredRoles } from './always-required.ts';
import { defaultRequiredRoles } from './model.ts';
import type { PolicyChange } from './policy-change-store.ts';
import {
  findOpenPolicyChange,
  insertPolicyChange,
  listMembersWithRoles,
  lockPolicy,
  storePolicyChangeOutcome,
  storeRequiredRoles,
} from './policy-change-store.ts';
import { requireFullAuthentication } from './reauthenticate.ts';
import type { decideFewerRolesForm, proposeFewerRolesForm } from './schema.ts';

const conflict = (code: 'nothingRemoved' | 'proposalOpen' | 'proposalClosed' | 'rolesChanged' | 'oneOwner') =>
  new Problem('conflict', tFactorProblems(`fewer.${code}`));

/**
 * Proposes that fewer roles need a second factor. This weakens the business, so it takes effect only when another owner
 * approves it. The other owners get a mail. Owners and compliance always need one.
 *
 * @throws Problem 'reauthentication-required', 'invalid' without a reason, and 'conflict' if no role would be removed,
 * another proposal is open, or there is no other owner
 */
export async function proposeFewerRoles(
  context: Context<PersonActor>,
  { businessId: business, roles, reason }: z.output<typeof proposeFewerRolesForm>,
): Promise<{ readonly changeId: string }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  await requireFullAuthentication(context);
  const { personId } = context.actor;
  const to = [...new Set([...roles, ...listAlwaysRequiredRoles()])].sort();
  return inTransaction(async (transaction) => {
    const from = (await lockPolicy(transaction, businessId))?.roles ?? defaultRequiredRoles;
    if (to.some((role) => !from.includes(role)) || to.length === from.length)
      throw conflict('nothingRemoved');
    if ((await findOpenPolicyChange(businessId, transaction)) !== null) throw conflict('proposalOpen');
    const owners = await lockMembersWith(transaction, businessId, 'team.manage');
    if (owners.size < 2) throw conflict('oneOwner');
    const text = storableText(reason);
    const at = context.clock.now();
    const change = { businessId, roles: to, reason: text, by: personId, at };
    const changeId = await insertPolicyChange(transaction, change);
    await queueTeamNotice(transaction, {
      kind: 'fewerProposed',
      businessId,
      personIds: [...owners].filter((id) => id !== personId),
      roles: from.filter(isRole).filter((role) => !to.includes(role)),
      at,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'business.propose-fewer-factors',
      objectType: 'business',
      objectId: businessId,
      before: { roles: [...from].sort() },
      after: { changeId, roles: to, reason: text },
    });
    return { changeId };
  });
}

const states = { approve: 'final', decline: 'declined', withdraw: 'withdrawn' } as const;
type Answer = keyof typeof states;
const notices = { approve: 'fewerApproved', decline: 'fewerDeclined', withdraw: 'fewerWithdrawn' } as const;

/** Queues a mail to the other owners, and after an approval also to the members whose role no longer needs a factor. */
async function notifyPeople(
  transaction: Transaction,
  { actor, clock }: Context<PersonActor>,
  { businessId, from, to }: { readonly businessId: BusinessId } & Pick<PolicyChange, 'from' | 'to'>,
  answer: Answer,
): Promise<void> {
  const at = clock.now();
  const removed = from.filter((role) => !to.includes(role));
  const owners = (await listMembersWithRoles(transaction, businessId, ['owner'])).filter(
    (id) => id !== actor.personId,
  );
  const notice = { businessId, at };
  await queueTeamNotice(transaction, { ...notice, kind: notices[answer], personIds: owners, roles: removed });
  if (answer !== 'approve') return;
  const members = await listMembersWithRoles(transaction, businessId, removed);
  await queueTeamNotice(transaction, { ...notice, kind: 'factorNotNeeded', personIds: members });
}

/**
 * Approves, declines or withdraws the proposal that fewer roles need a second factor. Another owner than the proposer
 * approves or declines, and only the proposer withdraws. An approval takes effect at once. The other owners get a mail,
 * and after an approval also the members with these roles.
 *
 * @throws Problem 'reauthentication-required', 'forbidden', and 'conflict' if the proposal is closed or outdated
 */
export async function decideFewerRoles(
  context: Context<PersonActor>,
  { businessId: business, changeId, answer, comment }: z.output<typeof decideFewerRolesForm>,
): Promise<{ readonly state: (typeof states)[Answer] }> {
  const { businessId } = requirePermission(context, business, 'team.manage');
  if (answer === 'approve') await requireFullAuthentication(context);
  const { personId: by } = context.actor;
  return inTransaction(async (transaction) => {
    const policy = await lockPolicy(transaction, businessId);
    const change = await findOpenPolicyChange(businessId, transaction);
    if (policy === null || change === null || change.changeId !== changeId) throw conflict('proposalClosed');
    const { from, to, reason, proposedBy, version } = change;
    const lostAccess = tFactorProblems('fewer.proposerNoOwner');
    const proposal = { businessId, proposedBy, permission: 'team.manage', lostAccess } as const;
    await authorizeAnswer(transaction, context, proposal, answer);
    if (answer === 'approve' && version !== policy.version) throw conflict('rolesChanged');
    const state = states[answer];
    const at = context.clock.now();
    const stored = storableText(comment) || null;
    await storePolicyChangeOutcome(transaction, { businessId, changeId }, { state, by, at, comment: stored });
    if (answer === 'approve') await storeRequiredRoles(transaction, { businessId, roles: to, by, at });
    await notifyPeople(transaction, context, { businessId, from, to }, answer);
    await writeAudit(transaction, context, {
      businessId,
      action: `business.${answer}-fewer-factors`,
      objectType: 'business',
      objectId: businessId,
      before: { roles: [...from].sort() },
      after: { changeId, roles: to, reason, proposedBy, comment: stored, state },
    });
    return { state };
  });
}
