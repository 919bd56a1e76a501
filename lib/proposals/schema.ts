import * as z from 'zod';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { proposalAnswers } from '#lib/access/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { optionalReasonText } from '#lib/values/reason-text.ts';

/** The answer to a proposal of any kind. A room says which kind its form answers. */
export const answerProposalForm = z.object({
  businessId: z.string(),
  proposalId: z.uuid(),
  answer: z.enum(proposalAnswers),
  comment: optionalReasonText(5_000).default(''),
});

/** A proposal as people see it who may see its kind. */
export type ProposalView<Change> = {
  readonly proposalId: string;
  /** The thing that it changes, such as a currency or the ID of a rule. Empty for settings of the whole business. */
  readonly subject: string;
  /** The value on which it is based. Null: nothing was set, or the kind has no values. */
  readonly before: Change | null;
  readonly after: Change;
  /** Empty for kinds that need no reason. */
  readonly reason: string;
  /** The person, and the API token that proposed it in their name. */
  readonly proposedBy: string;
  readonly proposedById: string;
  readonly proposedAt: Instant;
  readonly isMine: boolean;
  /** True if the value has changed since. The proposal can then only be declined or withdrawn. */
  readonly isOutdated: boolean;
  /** Why the signed-in person can't approve it. Empty once it is answered. */
  readonly blocks: readonly ApprovalBlock[];
  readonly state: 'proposed' | 'final' | 'declined' | 'withdrawn';
  /** Null while it waits, and after a restored backup has withdrawn it. */
  readonly answer: {
    readonly by: string;
    readonly byId: string;
    readonly at: Instant;
    readonly comment: string | null;
  } | null;
};
