import { tReviewTerms } from '#lib/messages/review-case.ts';

/** Names the merged case that a part of this case came from. Renders nothing for the case's own parts. */
export const SourceCase = ({ number }: { number: number | null }) =>
  number === null ? null : (
    <span className="whitespace-nowrap text-muted text-xs">
      {' · '}
      {tReviewTerms('fromCase', { number: String(number) })}
    </span>
  );
