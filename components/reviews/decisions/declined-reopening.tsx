import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewDecision } from '#lib/messages/review-decision.ts';
import { tReviewProposal } from '#lib/messages/review-proposal.ts';
import type { DeclinedReopening as Declined } from '#lib/reviews/cases/schema/reopening.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Says who declined the last proposal to reopen the case, and why. */
export function DeclinedReopening({ declined }: { declined: Declined }) {
  const { proposal, declinedBy, declinedAt, comment } = declined;
  return (
    <Banner tone="attention" title={tReviewDecision('reopening.declined')}>
      <p className="text-muted text-xs">
        {tReviewDecision.rich('outcome.declinedBy', {
          person: declinedBy.name,
          proposer: proposal.proposedBy.name,
          time: () => <DateTime at={toUnixSeconds(declinedAt)} />,
        })}
      </p>
      <p className="whitespace-pre-wrap break-words">
        {tReviewProposal('reason', { reason: proposal.reason })}
      </p>
      {comment !== '' && (
        <p className="whitespace-pre-wrap break-words">{tReviewDecision('history.comment', { comment })}</p>
      )}
    </Banner>
  );
}
