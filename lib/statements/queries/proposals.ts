import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposals } from '#lib/proposals/index.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import { closeProposals, reopeningProposals } from '../close-proposals.ts';
import type { StatementProposal, StatementProposalKind } from '../schema.ts';
import { basisProposals, openingProposals } from '../setting-proposals.ts';
import { listClosedPeriods } from './closes.ts';

const toProposal = (
  kind: StatementProposalKind,
  { proposalId, proposedBy, proposedAt }: ProposalView<unknown>,
  rest: Partial<StatementProposal> = {},
): StatementProposal => ({
  kind,
  proposalId,
  proposedBy,
  proposedAt,
  currency: null,
  days: null,
  isStop: false,
  opening: null,
  ...rest,
});

/**
 * Returns the proposals about statements that wait.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listStatementProposals(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly StatementProposal[]> {
  const { businessId } = requirePermission(context, business, 'period.close');
  const [openings, bases, closes, reopenings] = await Promise.all([
    listProposals(context, openingProposals, businessId),
    listProposals(context, basisProposals, businessId),
    listProposals(context, closeProposals, businessId),
    listProposals(context, reopeningProposals, businessId),
  ]);
  const periods = reopenings.length === 0 ? [] : await listClosedPeriods(context, businessId);
  return [
    ...openings.map((proposal) =>
      toProposal('opening', proposal, {
        currency: proposal.subject,
        opening: { position: proposal.after, evidence: proposal.reason },
      }),
    ),
    ...bases.map((proposal) => toProposal('basis', proposal, { isStop: proposal.after === null })),
    ...closes.map((proposal) => {
      const { currency, from, to } = proposal.after.figures;
      return toProposal('close', proposal, { currency, days: { from, to } });
    }),
    ...reopenings.map((proposal) => {
      const period = periods.find(({ closeId }) => closeId === proposal.subject);
      if (period === undefined) return toProposal('reopening', proposal);
      const { currency, from, to } = period;
      return toProposal('reopening', proposal, { currency, days: { from, to } });
    }),
  ];
}
