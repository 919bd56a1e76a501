import { DateTime } from '#components/ui/time.tsx';
import { tReviewDecision } from '#lib/messages/review-case.ts';
import type { DecisionReversal } from '#lib/reviews/cases/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Says who reopened the case after a decision, who approved that, and why. */
export function ReversalText({ reversal: { reason, by, approvedBy, at } }: { reversal: DecisionReversal }) {
  const time = () => <DateTime at={toUnixSeconds(at)} />;
  return (
    <>
      <p className="text-muted text-xs">
        {by === null
          ? tReviewDecision.rich('reversal.newReason', { time })
          : approvedBy === null
            ? tReviewDecision.rich('reversal.by', { person: by.name, time })
            : tReviewDecision.rich('reversal.byTwo', { person: by.name, approver: approvedBy.name, time })}
      </p>
      {reason !== null && (
        <p className="whitespace-pre-wrap break-words text-muted">
          {tReviewDecision('history.comment', { comment: reason })}
        </p>
      )}
    </>
  );
}
