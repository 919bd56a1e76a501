import Link from 'next/link';
import type { MouseEvent, ReactNode } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { buttonStyle } from './button-style.ts';
import { SpriteIcon } from './sprite-icon.tsx';

/** Turns the pages without the server rendering them. Both get `previous` or `next`. */
type PageTurn = {
  /** Called when the pointer or the focus reaches a link, so that its page can be read early. */
  readonly onNear: (step: 'previous' | 'next') => void;
  /** Called instead of following the link. Clicks that open another tab follow it. */
  readonly onTurn: (step: 'previous' | 'next') => void;
};

/** The foot of a list: the range shown and links to the previous and next page. Null disables a link. */
export function PaginationBar({
  shown,
  previousHref,
  nextHref,
  turn,
  children,
}: {
  /** The range, such as "1–50 of 1,204" or "50 shown". */
  shown: ReactNode;
  previousHref: string | null;
  nextHref: string | null;
  turn?: PageTurn;
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
          name="previous"
          turn={turn}
          href={previousHref}
          label={tControls('previous')}
          rel="prev"
          icon={<SpriteIcon name="chevron-left" />}
        />
        <Step
          name="next"
          turn={turn}
          href={nextHref}
          label={tControls('next')}
          rel="next"
          icon={<SpriteIcon name="chevron-right" />}
          trailing
        />
      </span>
    </nav>
  );
}

/** Returns true for a click that follows a link in the same tab. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

function Step({
  name,
  turn,
  href,
  label,
  rel,
  icon,
  trailing = false,
}: {
  name: 'previous' | 'next';
  turn: PageTurn | undefined;
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
    <Link
      href={href}
      rel={rel}
      prefetch={false}
      className={buttonStyle('secondary', 'sm')}
      {...(turn && {
        onPointerEnter: () => turn.onNear(name),
        onFocus: () => turn.onNear(name),
        onClick: (event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          turn.onTurn(name);
        },
      })}
    >
      {content}
    </Link>
  );
}
