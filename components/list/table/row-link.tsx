import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { inSight } from '#components/ui/invisible-characters.ts';
import { shorten } from '#components/ui/shorten.ts';
import { columnReference } from './reference-style.ts';

/** The first link of a row: to the row's own page. Client ids stand whole; the service's are shortened, in mono. */
export function RowLink({
  href,
  reference,
  id,
  className = columnReference,
}: {
  href: string;
  reference: string | null;
  id: string;
  /** How a client id wraps. */
  className?: string;
}) {
  const named = reference !== null && reference !== '';
  return (
    <Link
      href={href}
      prefetch={false}
      title={named ? inSight(reference) : id}
      data-whole={named ? undefined : id}
      className={cx(
        'rounded-xs font-medium text-ink underline decoration-transparent underline-offset-2 transition-colors hover:decoration-current',
        named ? className : 'font-mono text-xs',
      )}
    >
      {named ? ExternalText(reference) : shorten(id)}
    </Link>
  );
}
