import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
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

/**
 * Lists the active people of the business with the role Owner or Compliance, and locks their roles until the transaction
 * ends. Waits for a change of these roles that has begun.
 */
export async function lockEligiblePeople(
  transaction: Transaction,
  businessId: BusinessId,
): Promise<ReadonlySet<PersonId>> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT m.person_id AS id FROM membership m JOIN person p ON p.id = m.person_id
     WHERE m.business_id = ${businessId}::uuid AND m.role IN ('compliance', 'owner')
       AND m.disabled_at IS NULL AND p.disabled_at IS NULL
     ORDER BY m.person_id FOR SHARE`;
  return new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => toId<PersonId>(id)),
  );
}
