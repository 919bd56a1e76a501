import { Banner } from '#components/ui/banner.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewDecision } from '#lib/messages/review-case.ts';
import type { LastOutcome as Outcome } from '#lib/reviews/decisions/model.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { ReversalText } from './reversal-text.tsx';

/** Says why an open case has no decision any more: who declined the proposal or reopened the case, and why. */
export function LastOutcome({ outcome }: { outcome: Outcome }) {
  const { decision } = outcome;
  const name = decisionTexts[decision.kind].label;
  if (outcome.kind === 'reopened')
    return (
      <Banner tone="attention" title={tReviewDecision('outcome.reopened', { decision: name })}>
        <ReversalText reversal={outcome.reversal} />
      </Banner>
    );
  const { answeredBy, answeredAt, answer, proposedBy } = decision;
  return (
    <Banner tone="attention" title={tReviewDecision('outcome.declined', { decision: name })}>
      {answeredBy !== null && answeredAt !== null && (
        <p className="text-muted text-xs">
          {tReviewDecision.rich('outcome.declinedBy', {
            person: answeredBy.name,
            proposer: proposedBy.name,
            time: () => <DateTime at={toUnixSeconds(answeredAt)} />,
          })}
        </p>
      )}
      {answer !== null && (
        <p className="whitespace-pre-wrap break-words">
          {tReviewDecision('history.comment', { comment: answer })}
        </p>
      )}
    </Banner>
  );
}
