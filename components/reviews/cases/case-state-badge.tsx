import { Badge } from '#components/ui/badge.tsx';
import { tReviewCase, tReviewTerms } from '#lib/messages/review-case.ts';
import { findCaseRequest } from '#lib/reviews/cases/model/open-request.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { findLastOutcome } from '#lib/reviews/decisions/model.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import { InformationBadge } from './information-badge.tsx';

/** Shows the state of a case: open, proposed, decided or merged. */
export function CaseStateBadge({
  view,
}: {
  view: Pick<CaseView, 'state' | 'decisions' | 'notes' | 'snoozedUntil' | 'now' | 'survivor'>;
}) {
  const current = view.decisions.find(({ state }) => state === 'proposed' || state === 'final');
  const outcome = findLastOutcome(view);
  const request = findCaseRequest(view);
  const decision = current === undefined ? '' : decisionTexts[current.kind].label;
  switch (view.state) {
    case 'open':
      if (request !== null) return <InformationBadge isOverdue={request.request.dueAt <= view.now} />;
      return (
        <Badge tone="waiting">
          {view.snoozedUntil !== null && view.snoozedUntil > view.now
            ? tReviewTerms('snoozed')
            : outcome === null
              ? tReviewTerms('open')
              : tReviewTerms(`returned.${outcome.kind}`)}
        </Badge>
      );
    case 'proposed':
      return <Badge tone="attention">{tReviewTerms('proposed', { decision })}</Badge>;
    case 'decided':
      return <Badge tone="good">{tReviewCase('page.decided', { decision })}</Badge>;
    case 'merged':
      return <Badge>{tReviewCase('page.mergedInto', { number: String(view.survivor?.number ?? '') })}</Badge>;
  }
}
