import { Badge } from '#components/ui/badge.tsx';

/** Counts the states that a row has beside its first one, and names them on hover and to screen readers. */
export function MoreStates({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <span data-tooltip={labels.join(', ')}>
      <Badge>
        <span aria-hidden>+{labels.length}</span>
        <span className="sr-only">, {labels.join(', ')}</span>
      </Badge>
    </span>
  );
}
