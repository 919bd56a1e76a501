import { Eye } from 'lucide-react';
import { MenuItem } from 'react-aria-components/Menu';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tPalette } from '#lib/messages/palette.ts';
import { formatCounterparty } from '#lib/reviews/counterparties/model.ts';
import type { CounterpartyHit } from '#lib/reviews/counterparties/schema.ts';

/** An address or risk entity that the search found. */
export function CounterpartyResult({
  hit,
  href,
  className,
}: {
  hit: CounterpartyHit;
  href: string;
  className: string;
}) {
  const name = formatCounterparty(hit.counterparty);
  return (
    <MenuItem id={href} textValue={name} className={className}>
      <span className="text-muted">
        <Eye aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{ExternalText(name)}</span>
        <span className="block truncate text-muted text-xs">
          {tPalette(hit.isWatched ? 'watchedCounterparty' : `counterparty.${hit.counterparty.kind}`)}
        </span>
      </span>
    </MenuItem>
  );
}
