'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { LinkProgress } from '#components/ui/link-progress.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { Sheet } from '#components/ui/sheet.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tShell } from '#lib/messages/shell.ts';
import type { NavigationGroup, NavigationItem } from './navigation.tsx';

/** Returns whether the page at `pathname` is this item or below it. */
const isCurrent = (pathname: string, href: string): boolean =>
  pathname === href || pathname.startsWith(`${href}/`);

/** The pages by group. The narrow sidebar shows only icons. */
export function NavigationLinks({ groups, narrow }: { groups: readonly NavigationGroup[]; narrow: boolean }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label={tShell('pages')}
      className="flex flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden px-2 py-2"
    >
      {groups.map((group) => (
        <div key={group.label ?? ''}>
          {group.label &&
            (narrow ? (
              <div aria-hidden className="mx-2 mb-2 h-px bg-line" />
            ) : (
              <p className="px-2 pb-1 text-2xs text-faint">{group.label}</p>
            ))}
          <ul className="flex flex-col gap-px">
            {group.items.map((item) => (
              <li key={item.page}>
                <PageLink item={item} narrow={narrow} current={isCurrent(pathname, item.href)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function PageLink({ item, narrow, current }: { item: NavigationItem; narrow: boolean; current: boolean }) {
  // Prefetches on hover only: prefetching every page would cost a dozen requests per view.
  const [isNear, setIsNear] = useState(false);
  return (
    <Link
      href={item.href}
      prefetch={isNear ? null : false}
      onMouseEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
      aria-current={current ? 'page' : undefined}
      data-tooltip={narrow ? item.label : undefined}
      className={cx('page-link', narrow && 'w-9 justify-center px-0')}
    >
      <SpriteIcon name={item.icon} />
      <span className={narrow ? 'sr-only' : 'truncate'}>{item.label}</span>
      <LinkProgress />
    </Link>
  );
}

/** Items of the bottom bar. The others are behind its last button. */
const barItems = 4;

/** Returns the pages in the order of the bar. People who work on reviews have them in the bar itself. */
function sortForBar(items: readonly NavigationItem[]): readonly NavigationItem[] {
  const at = items.findIndex(({ page }) => page === 'reviews');
  const reviews = items[at];
  if (reviews === undefined || at < barItems) return items;
  const others = items.filter((item) => item !== reviews);
  return [...others.slice(0, barItems - 1), reviews, ...others.slice(barItems - 1)];
}

/** The bar at the bottom of a phone: the first four pages, then a button that opens the other ones, if there are any. */
export function BottomBar({
  items: pages,
  foot,
}: {
  items: readonly NavigationItem[];
  /** Shown below the other pages. */
  foot: ReactNode;
}) {
  const pathname = usePathname();
  const items = sortForBar(pages);
  const others = items.slice(barItems);
  const isOther = others.some(({ href }) => isCurrent(pathname, href));
  return (
    <nav
      aria-label={tShell('pages')}
      className="fixed inset-x-0 bottom-0 z-30 grid h-bar auto-cols-fr grid-flow-col border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.slice(0, barItems).map((item) => {
        const current = isCurrent(pathname, item.href);
        return (
          <Link
            key={item.page}
            href={item.href}
            prefetch={false}
            aria-current={current ? 'page' : undefined}
            className="bar-link"
          >
            <SpriteIcon name={item.icon} />
            {item.label}
            <LinkProgress />
          </Link>
        );
      })}
      {(others.length > 0 || foot) && (
        <Sheet
          label={tShell('morePages')}
          trigger={
            <PressButton aria-current={isOther ? 'true' : undefined} className="bar-link">
              <SpriteIcon name="ellipsis" />
              {tShell('more')}
            </PressButton>
          }
        >
          {(close) => (
            <ul className="grid gap-1">
              {others.map((item) => {
                const current = isCurrent(pathname, item.href);
                return (
                  <li key={item.page}>
                    <Link
                      href={item.href}
                      onClick={close}
                      aria-current={current ? 'page' : undefined}
                      className={cx(
                        'flex h-11 items-center gap-3 rounded-md px-3 font-medium text-base hover:bg-hover [&_svg]:size-5',
                        current ? 'bg-pressed' : '[&_svg]:text-muted',
                      )}
                    >
                      <SpriteIcon name={item.icon} />
                      {item.label}
                    </Link>
                  </li>
                );
              })}
              {foot && <li className="px-3 pt-2 text-muted text-xs">{foot}</li>}
            </ul>
          )}
        </Sheet>
      )}
    </nav>
  );
}
