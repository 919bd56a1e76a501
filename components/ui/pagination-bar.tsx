import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonStyle } from './button-style.ts';

/** The foot of a list that is read by cursor: what is shown, and the way back and on. Null leads nowhere. */
export function PaginationBar({
  shown,
  previousHref,
  nextHref,
  children,
}: {
  /** "1–50 of 1,204", or "50 shown". */
  shown: ReactNode;
  previousHref: string | null;
  nextHref: string | null;
  /** Rows per page, time zone of the page. */
  children?: ReactNode;
}) {
  return (
    <nav
      aria-label="Pages of the list"
      className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-muted text-xs"
    >
      <span className="tabular-nums">{shown}</span>
      {children}
      <span className="ml-auto flex gap-1.5 print:hidden">
        <Step href={previousHref} label="Previous" rel="prev" icon={<ChevronLeft aria-hidden />} />
        <Step href={nextHref} label="Next" rel="next" icon={<ChevronRight aria-hidden />} trailing />
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
