import 'server-only';
import * as z from 'zod';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tFactorProblems } from '#lib/messages/factors.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import { listMembersWithRoles } from './store.ts';

const notices = { approve: 'fewerApproved', decline: 'fewerDeclined', withdraw: 'fewerWithdrawn' } as const;

/**
 * The roles that need a second factor. An owner proposes fewer of them, which weakens the business. The other owners get a
 * mail about an answer, and after an approval also the members whose role no longer needs a factor.
 */
export const roleProposals: AnsweredKind<readonly Role[]> = {
  name: 'required-roles',
  change: z.array(z.enum(roles)),
  proposer: 'team.manage',
  approver: 'proposal.answer',
  problems: {
    pending: tFactorProblems('fewer.proposalOpen'),
    gone: tFactorProblems('fewer.proposalClosed'),
    changed: tFactorProblems('fewer.rolesChanged'),
    lostAccess: tFactorProblems('fewer.proposerNoOwner'),
  },
  describe: ({ businessId, answer, proposalId, before, after, reason, proposedBy, comment, state }) => ({
    action: `business.${answer}-fewer-factors`,
    objectType: 'business',
    objectId: businessId,
    before: { roles: [...(before ?? [])].sort() },
    after: { changeId: proposalId, roles: after, reason, proposedBy, comment, state },
  }),
  onAnswer: async (transaction, { actor, clock }, { businessId, answer, before, after }) => {
    const removed = (before ?? []).filter((role) => !after.includes(role));
    const owners = (await listMembersWithRoles(transaction, businessId, ['owner'])).filter(
      (id) => id !== actor.personId,
    );
    const notice = { businessId, at: clock.now() };
    await queueTeamNotice(transaction, {
      ...notice,
      kind: notices[answer],
      personIds: owners,
      roles: removed,
    });
    await announce(transaction, { businessId, topics: ['settings-proposals'] });
    if (answer !== 'approve') return;
    const members = await listMembersWithRoles(transaction, businessId, removed);
    await queueTeamNotice(transaction, { ...notice, kind: 'factorNotNeeded', personIds: members });
  },
};
