import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { answerProposal, insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { closeProposals, reopeningProposals, requireReopenable } from './close-proposals.ts';
import { parsePeriod } from './model/period.ts';
import { refuseObstacle } from './queries/closing.ts';
import { hashFigures, readClosing } from './queries/statement.ts';
import type {
  answerStatementProposalForm,
  ProposedChange,
  proposeReopeningForm,
  signCloseForm,
} from './schema.ts';
import { basisProposals, openingProposals } from './setting-proposals.ts';

/**
 * Signs a period off. The proposal holds the figures and a reason for each open point. A second person approves it, which
 * closes the period.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' without a reason that is needed, and 'conflict' when the period can't
 * be closed now, or its figures differ from those that the preparer saw
 */
export async function signClose(
  context: Context<PersonActor>,
  input: z.output<typeof signCloseForm>,
): Promise<ProposedChange> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const period = parsePeriod(input.period);
  if (period === null) throw new Problem('invalid', tStatementRefusals('period'));
  const closing = await readClosing(context, businessId, {
    currency: input.currency,
    period,
  });
  const { figures, checklist } = closing;
  refuseObstacle(closing);
  if (hashFigures(figures) !== input.seen) throw new Problem('conflict', tStatementRefusals('seenChanged'));
  const signed = {
    figures,
    checklist: checklist.map(({ item, count }) => ({ item, count, reason: input.reasons[item] ?? '' })),
  };
  if (signed.checklist.some(({ reason }) => reason === ''))
    throw new Problem('invalid', tStatementRefusals('reasonMissing'));
  return inTransaction(async (transaction) => {
    const proposalId = await insertProposal(transaction, closeProposals, {
      businessId,
      subject: input.currency,
      after: signed,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['approvals'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'period.sign',
      objectType: 'period-close',
      objectId: proposalId,
      after: { currency: input.currency, from: period.from, to: period.to, closing: figures.closing },
    });
    return { proposalId };
  });
}

/**
 * Proposes to reopen the last closed period. A second person approves it. The next close of the period is another revision.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when it was reopened or a proposal waits
 */
export async function proposePeriodReopening(
  context: Context<PersonActor>,
  input: z.output<typeof proposeReopeningForm>,
): Promise<ProposedChange> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { closeId, reason } = input;
  return inTransaction(async (transaction) => {
    const close = await requireReopenable(transaction, businessId, closeId);
    const proposalId = await insertProposal(transaction, reopeningProposals, {
      businessId,
      subject: closeId,
      after: null,
      reason,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['approvals'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'period.propose-reopening',
      objectType: 'period-close',
      objectId: closeId,
      after: { ...close, reason },
    });
    return { proposalId };
  });
}

/**
 * Approves, declines or withdraws a proposal about statements. An approval takes effect at once.
 *
 * @throws the problems of `answerProposal`, and 'conflict' when a period can't be closed or reopened any more
 */
export async function answerStatementProposal(
  context: Context<PersonActor>,
  { kind, ...input }: z.output<typeof answerStatementProposalForm>,
): Promise<ProposedChange> {
  const { proposalId } = input;
  if (kind === 'opening') await answerProposal(context, openingProposals, input);
  else if (kind === 'basis') await answerProposal(context, basisProposals, input);
  else if (kind === 'close') await answerProposal(context, closeProposals, input);
  else await answerProposal(context, reopeningProposals, input);
  return { proposalId };
}
