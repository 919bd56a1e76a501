import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/shell/states.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

/** A list of which the filters leave nothing. */
export function NoMatch({ clearHref }: { clearHref: string }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="Nothing matches"
      action={
        <LinkButton href={clearHref} size="sm">
          Show the whole list
        </LinkButton>
      }
    >
      <p>The search finds what begins with the words in it, and every filter has to apply.</p>
    </EmptyState>
  );
}
