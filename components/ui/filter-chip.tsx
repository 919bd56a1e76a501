import Link from 'next/link';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { SpriteIcon } from './sprite-icon.tsx';

/** An active filter with a link that removes it. */
export function FilterChip({
  label,
  value,
  removeHref,
}: {
  /** The field, such as "Status". */
  label: string;
  /** The filter's value, such as "Expired" or "EUR, USD". */
  value: string;
  /** Address of the list without this filter. */
  removeHref: string;
}) {
  return (
    <span className="inline-flex h-control-sm max-w-80 items-center gap-1 rounded-md border border-accent-line bg-accent-ground ps-2 text-xs">
      <span className="shrink-0 whitespace-nowrap text-muted">{label}</span>
      <span className="truncate font-medium text-ink">{ExternalText(value)}</span>
      <Link
        href={removeHref}
        aria-label={tControls('removeFilter', { label, value })}
        data-print="hidden"
        className="inline-flex h-full w-6 shrink-0 items-center justify-center rounded-md text-muted hover:text-ink"
      >
        <SpriteIcon name="x" className="size-3.5" />
      </Link>
    </span>
  );
}
