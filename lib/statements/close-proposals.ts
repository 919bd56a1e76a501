import 'server-only';
import * as z from 'zod';
import { writeAudit } from '#lib/audit/index.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { AnsweredKind, AnsweredProposal } from '#lib/proposals/index.ts';
import { readSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { hasExpiredRecords } from './queries/closing.ts';
import { readAgreed } from './queries/figures.ts';
import type { SignedClose } from './schema.ts';
import { signedClose } from './schema.ts';
import { basisProposals } from './setting-proposals.ts';
import type { Closing } from './store.ts';
import { findActiveClose, lockCurrency, markReopened, storeClose } from './store.ts';

const problems = {
  pending: tStatementRefusals('pending'),
  gone: tStatementRefusals('gone'),
  lostAccess: tStatementRefusals('lostAccess'),
};

const describeClose = ({ figures, checklist }: SignedClose) => ({
  currency: figures.currency,
  from: figures.from,
  to: figures.to,
  closing: figures.closing,
  openPoints: checklist.map(({ item, count, reason }) => ({ item, count, reason })),
});

/** A close stores every row of its period. */
const closeTimeoutMs = 120_000;

/**
 * A signed period, by currency. The approval closes it with exactly the figures that were signed, if they and the checklist
 * still hold with the present settings.
 */
export const closeProposals: AnsweredKind<SignedClose> = {
  name: 'period-close',
  timeoutMs: closeTimeoutMs,
  change: signedClose,
  proposer: 'period.close',
  approver: 'period.close',
  problems,
  describe: ({ answer, proposalId, after, proposedBy }) => ({
    action: `period.${answer}`,
    objectType: 'period-close',
    objectId: proposalId,
    after: { ...describeClose(after), proposedBy },
  }),
  onAnswer: async (transaction, context, proposal) => {
    const { businessId, answer, proposalId, after } = proposal;
    if (answer === 'approve') {
      const terms = await readTerms(transaction, businessId);
      const stored = await storeClose(transaction, { ...toSigned(proposal), terms });
      await writeAudit(transaction, context, {
        businessId,
        action: 'period.close',
        objectType: 'period-close',
        objectId: proposalId,
        after: { ...describeClose(after), ...stored },
      });
    }
    await announce(transaction, { businessId, topics: ['approvals'] });
  },
};

/** Returns the present settings on which a close rests. */
async function readTerms(transaction: Transaction, id: BusinessId): Promise<Closing['terms']> {
  const { timeZone } = await transaction.business.findUniqueOrThrow({
    where: { id },
    select: { timeZone: true },
  });
  return { timeZone, countsCallbacks: (await readSetting(basisProposals, id, transaction)) === 'credited' };
}

/** Returns a close that can be reopened. @throws Problem 'conflict' when it was reopened, or could never be closed again */
export async function requireReopenable(transaction: Transaction, businessId: BusinessId, closeId: string) {
  const close = await findActiveClose(transaction, businessId, closeId);
  if (close === null) throw new Problem('conflict', tStatementRefusals('reopened'));
  const { currency, days, ...stored } = close;
  const period = { businessId, currency, days, ...(await readTerms(transaction, businessId)) };
  if (await hasExpiredRecords(toPlainTransaction(transaction).run, period))
    throw new Problem('conflict', tStatementRefusals('expiredSince'));
  return { currency, ...stored };
}

const toSigned = ({ businessId, proposalId, after, proposedBy, by, at }: AnsweredProposal<SignedClose>) => ({
  businessId,
  closeId: proposalId,
  signed: after,
  signedBy: proposedBy,
  approvedBy: by,
  at,
});

/** The reopening of the last closed period, by the ID of its close. */
export const reopeningProposals: AnsweredKind<null> = {
  name: 'period-reopening',
  change: z.null(),
  proposer: 'period.close',
  approver: 'period.close',
  problems,
  describe: ({ answer, subject, reason, proposedBy }) => ({
    action: `period.${answer}-reopening`,
    objectType: 'period-close',
    objectId: subject,
    after: { reason, proposedBy },
  }),
  onAnswer: async (transaction, context, { businessId, answer, subject, proposalId, reason, at }) => {
    if (answer === 'approve') {
      const close = await requireReopenable(transaction, businessId, subject);
      await lockCurrency(transaction, businessId, close.currency);
      const { closes } = await readAgreed(toPlainTransaction(transaction).run, businessId, close.currency);
      if (closes.at(-1)?.closeId !== subject) throw new Problem('conflict', tStatementRefusals('notLast'));
      await markReopened(transaction, { businessId, closeId: subject, proposalId, at });
      await writeAudit(transaction, context, {
        businessId,
        action: 'period.reopen',
        objectType: 'period-close',
        objectId: subject,
        after: { ...close, reason },
      });
    }
    await announce(transaction, { businessId, topics: ['approvals'] });
  },
};
