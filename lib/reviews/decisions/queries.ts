import 'server-only';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listProposalHistory } from '#lib/proposals/index.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { DeclinedReopening, ReopeningProposal } from '../cases/schema/reopening.ts';
import { reopeningProposals } from './reopening-proposals.ts';

/** Views within five minutes share an entry of the audit log, so one from shortly before the proposal counts. */
const sharedView = "interval '5 minutes'";

/**
 * Returns true if the person opened the case with its open proposal. The caller has checked the permission.
 */
export async function hasOpenedProposal(
  { actor }: Context<PersonActor>,
  businessId: BusinessId,
  caseId: string,
): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    `SELECT FROM review_decision d
      WHERE d.business_id = $1::uuid AND d.case_id::text = $2 AND d.state = 'proposed' AND EXISTS (
        SELECT FROM audit_entry a
         WHERE a.chain_id = $1::uuid AND a.object_type = 'review-case' AND a.object_id = $2
           AND a.action = 'review-case.view' AND a.actor_kind = 'person' AND a.actor_id = $3
           AND a.at >= d.proposed_at - ${sharedView})`,
    [businessId, caseId, actor.personId],
  );
  return (rowCount ?? 0) > 0;
}

/** Most proposals of a decision that are read. */
const maximumRead = 100;

type Reopening = {
  /** The reopening of the current decision that is pending approval. */
  readonly reopening: ReopeningProposal | null;
  /** The last one, if it was declined. */
  readonly declinedReopening: DeclinedReopening | null;
};

const toProposal = ({ reason, proposedById, proposedBy, proposedAt }: ProposalView<unknown>) => ({
  reason,
  proposedBy: { personId: proposedById, name: proposedBy },
  proposedAt,
});

/** Reads the proposals to reopen the current decision of the case. */
export async function findReopening(
  context: Context<PersonActor>,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<Reopening> {
  const own = await database().reviewCase.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    select: { state: true, decisionId: true },
  });
  if (own?.state !== 'decided' || own.decisionId === null)
    return { reopening: null, declinedReopening: null };
  const key = { businessId, subject: own.decisionId, limit: maximumRead };
  const proposals = await listProposalHistory(context, reopeningProposals, key);
  const pending = proposals.find(({ state }) => state === 'proposed');
  const last = proposals.find(({ state }) => state !== 'withdrawn');
  return {
    reopening: pending === undefined ? null : toProposal(pending),
    declinedReopening:
      last?.state === 'declined' && last.answer !== null
        ? {
            proposal: toProposal(last),
            declinedBy: { personId: last.answer.byId, name: last.answer.by },
            declinedAt: last.answer.at,
            comment: last.answer.comment ?? '',
          }
        : null,
  };
}
