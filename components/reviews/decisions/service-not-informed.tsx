import { Banner } from '#components/ui/banner.tsx';
import { tReviewDecision } from '#lib/messages/review-case.ts';

/** Warns that a decision changes nothing at the service. `instructions` says what to do there. */
export function ServiceNotInformed({ instructions }: { instructions: readonly string[] }) {
  return (
    <Banner tone="attention" title={tReviewDecision('service.title')}>
      {instructions.length === 0
        ? tReviewDecision('service.apply')
        : instructions.map((instruction) => <p key={instruction}>{instruction}</p>)}
    </Banner>
  );
}
