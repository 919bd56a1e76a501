import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** The answer to a proposal of the desk. `by` is null if no second person is needed. */
export type ProposalOutcome = {
  readonly state: 'final' | 'declined' | 'withdrawn';
  readonly by: PersonId | null;
  readonly at: Instant;
  readonly comment: string | null;
};

type AnsweredProposal = {
  readonly kind: 'decision' | 'reopening' | 'settings' | 'rule';
  readonly businessId: BusinessId;
  readonly id: string;
};

/** Stores the answer to a proposal. The database refuses an approval by the proposer, and of outdated settings. */
export async function storeProposalOutcome(
  transaction: Transaction,
  { kind, businessId, id }: AnsweredProposal,
  { state, by, at, comment }: ProposalOutcome,
): Promise<void> {
  const answeredAt = by === null ? null : toDate(at);
  const data = { state, answeredById: by, answeredAt, answer: comment };
  const businessId_changeId = { businessId, changeId: id };
  switch (kind) {
    case 'decision': {
      const where = { businessId_decisionId: { businessId, decisionId: id } };
      await transaction.reviewDecision.update({ where, data });
      break;
    }
    case 'reopening': {
      const where = { businessId_reopeningId: { businessId, reopeningId: id } };
      await transaction.reviewReopening.update({ where, data });
      break;
    }
    case 'settings':
      await transaction.reviewSettingChange.update({ where: { businessId_changeId }, data });
      break;
    case 'rule':
      await transaction.reviewRuleChange.update({ where: { businessId_changeId }, data });
  }
}
