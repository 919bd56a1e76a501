import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** The answer to a proposed decision. `by` is null if no second person is needed. */
export type ProposalOutcome = {
  readonly state: 'final' | 'declined' | 'withdrawn';
  readonly by: PersonId | null;
  readonly at: Instant;
  readonly comment: string | null;
};

/** Stores the answer to a decision. The database refuses an approval by the proposer. */
export async function storeDecisionOutcome(
  transaction: Transaction,
  { businessId, decisionId }: { readonly businessId: BusinessId; readonly decisionId: string },
  { state, by, at, comment }: ProposalOutcome,
): Promise<void> {
  await transaction.reviewDecision.update({
    where: { businessId_decisionId: { businessId, decisionId } },
    data: { state, answeredById: by, answeredAt: by === null ? null : toDate(at), answer: comment },
  });
}
