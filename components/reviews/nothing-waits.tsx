import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { RiskSource } from '#lib/reviews/queue/schema.ts';
import type { QueueView } from '#lib/reviews/schema/choices.ts';
import { partAlone } from './queue-views.tsx';
import { SourceInWords, sourceTitle } from './risk-source.tsx';
import { isWorking } from './risk-source-state.ts';

const emptyParts: Readonly<Record<QueueView, string>> = {
  open: 'Nothing is flagged and waiting',
  mine: 'No case waits for you',
  unassigned: 'No case waits for somebody to take it',
  overdue: 'Nothing is overdue',
  second: 'No decision waits for you as the second person',
  snoozed: 'Nothing is put aside',
  disagrees: 'The service contradicts no decision',
  decided: 'Nothing has been decided yet',
};

/** Nothing flagged and nothing that could flag are different things, and read differently in every part of the queue. */
export function NothingWaits({
  query,
  source,
  wholeHref,
}: {
  query: ListQuery;
  source: RiskSource;
  /** The way to all open cases; left out where they are what is shown. */
  wholeHref: string | null;
}) {
  const part = partAlone(query);
  const works = isWorking(source);
  const title = part === null ? 'No case matches' : emptyParts[part];
  // Where nothing can arrive, that comes first: an empty queue is no all-clear then.
  const first = part === 'open' || part === 'unassigned' ? (sourceTitle(source) ?? title) : title;
  return (
    <EmptyState
      icon={works ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
      title={first}
      action={
        wholeHref !== null && (
          <LinkButton size="sm" href={wholeHref}>
            Show all open cases
          </LinkButton>
        )
      }
    >
      {part === null && <p>The filters all apply together; other cases may be there.</p>}
      {!works && first === title && <p className="font-medium text-ink">{sourceTitle(source)}.</p>}
      {!works && first !== title && <p>An empty queue is no all-clear here.</p>}
      <p>
        <SourceInWords source={source} />
      </p>
    </EmptyState>
  );
}
