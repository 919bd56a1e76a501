import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import { RiskSourceNote } from '../cases/risk-source.tsx';
import { findSourceState } from '../cases/risk-source-state.ts';
import { findUnfilteredView } from './queue-views.tsx';

/** Shows an empty view of the queue. It says when the queue is empty only because no risk data arrives. */
export function EmptyQueue({
  query,
  source,
  wholeHref,
}: {
  query: ListQuery;
  source: RiskSource;
  /** The address of all open cases; null when they are shown already. */
  wholeHref: string | null;
}) {
  const view = findUnfilteredView(query);
  const state = findSourceState(source);
  const isWorking = state === 'works';
  // New cases can't arrive without risk data, so that is the title of the views that new cases would enter.
  const isSourceTitle = !isWorking && (view === 'open' || view === 'unassigned');
  const title = view === null ? tReviewQueue('empty.noMatch') : tReviewQueue(`empty.views.${view}`);
  return (
    <EmptyState
      icon={isWorking ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
      title={isSourceTitle ? tReviewQueue(`source.titles.${state}`) : title}
      action={
        wholeHref !== null && (
          <LinkButton size="sm" href={wholeHref}>
            {tReviewQueue('empty.showAll')}
          </LinkButton>
        )
      }
    >
      {view === null && <p>{tReviewQueue('empty.noMatchHint')}</p>}
      {!isWorking && !isSourceTitle && (
        <p className="font-medium text-ink">{tReviewQueue(`source.sentences.${state}`)}</p>
      )}
      {isSourceTitle && <p>{tReviewQueue('empty.notAllClear')}</p>}
      <p>
        <RiskSourceNote source={source} />
      </p>
      <p>{tReviewQueue('source.coverage')}</p>
    </EmptyState>
  );
}
