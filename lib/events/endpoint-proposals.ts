import 'server-only';
import * as z from 'zod';
import { tEvents } from '#lib/messages/events.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { toAudit } from './audit-note.ts';
import { caseEventTypes } from './model.ts';
import { isWaiting } from './require-endpoint.ts';
import type { ProposedEndpoint } from './schema.ts';
import { deleteEndpoint, lockEndpoint, updateEndpoint } from './store.ts';

/**
 * An endpoint for review cases, which is the subject. An owner proposes it, and compliance or another owner approves. Until then
 * it is stored with its keys, and gets no event.
 */
export const reviewEndpointProposals: AnsweredKind<ProposedEndpoint> = {
  name: 'review-endpoint',
  change: z.object({ url: z.string(), types: z.array(z.enum(caseEventTypes)) }),
  proposer: 'connection.manage',
  approver: 'review.work',
  problems: {
    pending: tEvents('cases.problem.pending'),
    gone: tEvents('cases.problem.gone'),
    lostAccess: tEvents('cases.problem.lostAccess'),
  },
  describe: ({ answer, subject, after: { url, types }, reason, proposedBy, comment }) => ({
    action: `review-endpoint.${answer}`,
    objectType: 'review-endpoint',
    objectId: subject,
    after: { ...toAudit({ format: 'compliance', channel: null, url, types }), reason, proposedBy, comment },
  }),
  onAnswer: async (transaction, _context, { businessId, answer, subject, after }) => {
    await announce(transaction, { businessId, topics: ['reviews'] });
    const endpoint = await lockEndpoint(transaction, subject);
    const isOurs = endpoint !== null && endpoint.businessId === businessId && isWaiting(endpoint);
    if (!isOurs) throw new Problem('conflict', tEvents('cases.problem.gone'));
    // The address and the types that both people saw.
    if (answer === 'approve') await updateEndpoint(transaction, subject, { ...after, disabled: null });
    else await deleteEndpoint(transaction, subject);
  },
};
