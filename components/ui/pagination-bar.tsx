import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { buttonStyle } from './button-style.ts';

/** The foot of a list: the range shown and links to the previous and next page. Null disables a link. */
export function PaginationBar({
  shown,
  previousHref,
  nextHref,
  children,
}: {
  /** The range, such as "1–50 of 1,204" or "50 shown". */
  shown: ReactNode;
  previousHref: string | null;
  nextHref: string | null;
  /** Further settings: rows per page, time zone. */
  children?: ReactNode;
}) {
  return (
    <nav
      aria-label={tControls('pages')}
      data-print="shown"
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-muted text-xs"
    >
      <span className="tabular-nums">{shown}</span>
      {children}
      <span className="ms-auto flex gap-1.5 print:hidden">
        <Step
          href={previousHref}
          label={tControls('previous')}
          rel="prev"
          icon={<ChevronLeft aria-hidden />}
        />
        <Step
          href={nextHref}
          label={tControls('next')}
          rel="next"
          icon={<ChevronRight aria-hidden />}
          trailing
        />
      </span>
    </nav>
  );
}

function Step({
  href,
  label,
  rel,
  icon,
  trailing = false,
}: {
  href: string | null;
  label: string;
  rel: string;
  icon: ReactNode;
  trailing?: boolean;
}) {
  const content = (
    <>
      {!trailing && icon}
      {label}
      {trailing && icon}
    </>
  );
  if (href === null) {
    return (
      <span aria-disabled className={buttonStyle('secondary', 'sm')}>
        {content}
      </span>
    );
  }
  return (
    <Link href={href} rel={rel} prefetch={false} className={buttonStyle('secondary', 'sm')}>
      {content}
    </Link>
  );
}
