import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import { shorten } from '#components/ui/shorten.ts';

/** The first link of a row: to the row's own page. Client ids stand whole; the service's are shortened, in mono. */
export function RowLink({
  href,
  reference,
  id,
  className = 'w-max max-w-40',
}: {
  href: string;
  reference: string | null;
  id: string;
  /** How wide a client id may get before it wraps. */
  className?: string;
}) {
  const named = reference !== null && reference !== '';
  return (
    <Link
      href={href}
      prefetch={false}
      title={named ? reference : id}
      data-whole={named ? undefined : id}
      className={cx(
        'rounded-xs font-medium text-ink underline decoration-transparent underline-offset-2 transition-colors hover:decoration-current',
        named
          ? cx('line-clamp-6 whitespace-normal py-1 leading-snug [overflow-wrap:anywhere]', className)
          : 'font-mono text-xs',
      )}
    >
      {named ? reference : shorten(id)}
    </Link>
  );
}
