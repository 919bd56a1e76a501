import 'server-only';
import * as z from 'zod';
import { tRetention } from '#lib/messages/retention.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';

/** Retention times in years by kind of records. Null keeps records forever. An owner proposes a shorter time. */
export const timeProposals: AnsweredKind<number | null> = {
  name: 'retention',
  change: z.int().nullable(),
  proposer: 'connection.manage',
  approver: 'proposal.answer',
  problems: {
    pending: tRetention('problem.pending'),
    gone: tRetention('problem.gone'),
    changed: tRetention('problem.changed'),
    lostAccess: tRetention('problem.proposerNoOwner'),
  },
  describe: ({ businessId, answer, subject: kind, before, after, proposedBy }) => ({
    action: `retention.${answer}`,
    objectType: 'business',
    objectId: businessId,
    before: { kind, years: before },
    after: { kind, years: after, proposedBy },
  }),
  onAnswer: (transaction, _context, { businessId }) =>
    announce(transaction, { businessId, topics: ['settings-proposals'] }),
};
