import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { tListFiltersPanel } from '#lib/messages/list-filters-panel.ts';

/** The empty state of a list whose filters match no rows. */
export function NoMatch({ clearHref }: { clearHref: string }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={tListFiltersPanel('noMatch.title')}
      action={
        <LinkButton href={clearHref} size="sm">
          {tListFiltersPanel('noMatch.clear')}
        </LinkButton>
      }
    >
      <p>{tListFiltersPanel('noMatch.advice')}</p>
    </EmptyState>
  );
}
