import { X } from 'lucide-react';
import Link from 'next/link';
import { ExternalText } from '#components/ui/as-told.tsx';

/** A filter in force: what and which, and a cross that leads to the list without it. */
export function FilterChip({
  label,
  value,
  removeHref,
}: {
  /** The field: "Status". */
  label: string;
  /** "Expired", "EUR, USD". */
  value: string;
  /** The same list without this filter. */
  removeHref: string;
}) {
  return (
    <span className="inline-flex h-control-sm max-w-80 items-center gap-1 rounded-md border border-accent-line bg-accent-ground pl-2 text-xs">
      <span className="shrink-0 whitespace-nowrap text-muted">{label}</span>
      <span className="truncate font-medium text-ink">{ExternalText(value)}</span>
      <Link
        href={removeHref}
        aria-label={`Remove filter ${label}: ${value}`}
        className="inline-flex h-full w-6 shrink-0 items-center justify-center rounded-md text-muted hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </Link>
    </span>
  );
}
