import 'server-only';
import type * as z from 'zod';
import { lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tAccess } from '#lib/messages/access.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal, storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { formatUtc } from '#lib/values/instant.ts';
import { findAloneFrom } from './queries/sole-person.ts';
import type { ProposedChange, ProposedOpening, proposeBasisForm, proposeOpeningForm } from './schema.ts';
import { basisProposals, openingProposals, refuseClosedPosition } from './setting-proposals.ts';

/**
 * Proposes the position at the service when a day begins, with its evidence. A second person approves it, because every later figure
 * rests on it. Where no one else could for 72 hours, the first one takes effect at once, without a proposal.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' where a closed period gives the position, a proposal waits, or the
 * person is alone for less than 72 hours
 */
export async function proposeOpening(
  context: Context<PersonActor>,
  input: z.output<typeof proposeOpeningForm>,
): Promise<ProposedOpening> {
  const { businessId } = requirePermission(context, input.businessId, 'period.close');
  const { currency, day, amount, evidence: reason } = input;
  return inTransaction(async (transaction) => {
    const members = await lockMembersWith(transaction, businessId, 'period.close');
    // The permission may have been taken away since the request began.
    if (!members.has(context.actor.personId))
      throw new Problem('forbidden', tAccess('proposal.accessChanged'));
    const aloneFrom = await findAloneFrom(transaction, { businessId, currency });
    await refuseClosedPosition(transaction, { businessId, currency, day });
    // No one could approve a proposal now.
    if (aloneFrom !== null && aloneFrom > context.clock.now())
      throw new Problem('conflict', tStatementRefusals('aloneSince', { time: formatUtc(aloneFrom) }));
    if (aloneFrom !== null) {
      await storeSetting(transaction, openingProposals, { businessId, subject: currency }, { day, amount });
      await announce(transaction, { businessId, topics: ['approvals'] });
      await writeAudit(transaction, context, {
        businessId,
        action: 'statement.set-opening',
        objectType: 'settlement-currency',
        objectId: currency,
        after: { currency, day, amount, reason },
      });
      return { proposalId: null };
    }
    const proposalId = await insertProposal(transaction, openingProposals, {
      businessId,
      subject: currency,
      after: { day, amount },
      reason,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['approvals'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'statement.propose-opening',
      objectType: 'settlement-currency',
      objectId: currency,
      after: { currency, day, amount, reason },
    });
    return { proposalId };
  });
}

/**
 * Proposes that settlement amounts of callbacks count as credited, or no longer. A second person approves it. Closed periods
 * keep the meaning with which they were closed.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' while another proposal waits
 */
export async function proposeBasis(
  context: Context<PersonActor>,
  input: z.output<typeof proposeBasisForm>,
): Promise<ProposedChange> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { counts, reason } = input;
  return inTransaction(async (transaction) => {
    const proposalId = await insertProposal(transaction, basisProposals, {
      businessId,
      after: counts ? ('credited' as const) : null,
      reason,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['approvals'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'statement.propose-basis',
      objectType: 'business',
      objectId: businessId,
      after: { countsAsCredited: counts, reason },
    });
    return { proposalId };
  });
}
