import 'server-only';
import * as z from 'zod';
import { endPersonSessions } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tTeamAuditors } from '#lib/messages/team.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { recordAccessGrant, setAuditorRisk } from './store.ts';

/**
 * Risk detail for an auditor, who is the subject. An owner proposes it, and compliance or another owner approves. It ends
 * with the access of the auditor, with another role, and with another last day.
 */
export const auditorRiskProposals: AnsweredKind<number> = {
  name: 'auditor-risk',
  // The end of the access that both people saw.
  change: z.int(),
  proposer: 'team.manage',
  approver: 'review.work',
  problems: {
    pending: tTeamAuditors('problem.pending'),
    gone: tTeamAuditors('problem.gone'),
    lostAccess: tTeamAuditors('problem.lostAccess'),
  },
  describe: ({ answer, subject, reason, proposedBy, comment }) => ({
    action: `role.${answer}-risk`,
    objectType: 'person',
    objectId: subject,
    after: { reason, proposedBy, comment },
  }),
  onAnswer: async (transaction, context, { businessId, answer, subject, after, proposedBy, by, at }) => {
    await announce(transaction, { businessId, topics: ['reviews'] });
    if (answer !== 'approve') return;
    const personId = parseId<PersonId>(subject);
    const key = { businessId, at, endsAt: instant(after) };
    if (personId === null || !(await setAuditorRisk(transaction, { ...key, personId })))
      throw new Problem('conflict', tTeamAuditors('problem.noAuditor'));
    for (const grantedBy of [proposedBy, by])
      await recordAccessGrant(transaction, { businessId, personId, grantedBy, kind: 'role', at });
    const endedSessions = await endPersonSessions(transaction, personId, at);
    const notice = {
      kind: 'roleChanged',
      role: 'auditor-risk',
      businessId,
      personIds: [personId],
      at,
    } as const;
    await queueTeamNotice(transaction, notice);
    await writeAudit(transaction, context, {
      businessId,
      action: 'role.grant',
      objectType: 'person',
      objectId: personId,
      before: { role: 'auditor' },
      after: { role: 'auditor-risk', endedSessions },
    });
  },
};
