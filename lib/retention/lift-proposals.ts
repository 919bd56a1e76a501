import 'server-only';
import * as z from 'zod';
import { tRetention } from '#lib/messages/retention.ts';
import type { AnsweredKind } from '#lib/proposals/index.ts';
import { auditObjectTypes, holdKinds } from './model.ts';
import type { LiftedRecord } from './schema.ts';
import { storeHoldLift } from './store.ts';

/** The end of a legal hold, which is the subject. The change names the record that may expire then. */
export const liftProposals: AnsweredKind<LiftedRecord> = {
  name: 'hold-lift',
  change: z.object({ kind: z.enum(holdKinds), recordId: z.string() }),
  proposer: 'review.work',
  approver: 'review.work',
  problems: {
    pending: tRetention('problem.pendingLift'),
    gone: tRetention('problem.gone'),
    lostAccess: tRetention('problem.proposerNoReviewer'),
  },
  describe: ({ answer, after: { kind, recordId }, reason, proposedBy }) => ({
    action: `retention.${answer}-lift`,
    objectType: auditObjectTypes[kind],
    objectId: recordId,
    after: { reason, proposedBy },
  }),
  onAnswer: async (transaction, _context, { businessId, answer, subject: holdId, at }) => {
    if (answer === 'approve') await storeHoldLift(transaction, businessId, holdId, at);
  },
};
