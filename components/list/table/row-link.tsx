import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { replaceInvisible } from '#components/ui/invisible-characters.ts';
import { LinkProgress } from '#components/ui/link-progress.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { columnReferenceStyle } from './reference-style.ts';

/**
 * The first link of a row, which opens the row's page. Client ids are whole, and cut at the end of their line. The service's ids are
 * shortened and in monospace.
 */
export function RowLink({
  href,
  reference,
  id,
  className = columnReferenceStyle,
}: {
  href: string;
  reference: string | null;
  id: string;
  /** Classes for the line of a client id. */
  className?: string;
}) {
  const named = reference !== null && reference !== '';
  return (
    <Link
      href={href}
      prefetch={false}
      {...(named ? { 'data-tooltip': replaceInvisible(reference) } : { 'aria-description': id })}
      data-whole={named ? undefined : id}
      className={cx('row-link', named ? className : 'font-mono text-xs')}
    >
      {named ? ExternalText(reference) : shorten(id)}
      <LinkProgress />
    </Link>
  );
}
