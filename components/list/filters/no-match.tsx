import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import { tListFiltersPanel } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';

/** Returns what can make rows match: another search text, fewer filters, or either. */
function selectAdvice(query: ListQuery) {
  if (query.q === null) return 'filters';
  return isFiltered({ ...query, q: null }) ? 'both' : 'search';
}

/** The empty state of a list whose search and filters match no rows. */
export function NoMatch({ query, clearHref }: { query: ListQuery; clearHref: string }) {
  const noun = useListNoun()(2);
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={tListFiltersPanel('noMatch.title', { noun })}
      action={
        <LinkButton href={clearHref} size="sm">
          {tListFiltersPanel('noMatch.clear', { noun })}
        </LinkButton>
      }
    >
      <p>{tListFiltersPanel(`noMatch.advice.${selectAdvice(query)}`, { noun })}</p>
    </EmptyState>
  );
}
