'use client';

import Link from 'next/link';
import { useState } from 'react';
import { cx } from './cx.ts';

/** A bar of a chart. Its parts are on top of each other, the last one at the bottom, with heights of 0 to 1,000. */
export type Bar = {
  readonly key: string;
  /** The rows behind it. Null: no list shows just these. */
  readonly href: string | null;
  /** Its amounts and counts in words. */
  readonly description: string;
  readonly parts: readonly { readonly share: number; readonly className: string }[];
  /** True if it hangs below the zero line. */
  readonly isBelow?: boolean;
};

/** A text beside the bars at a height of 0 to 1,000, and a line there. */
export type ChartMark = { readonly at: number; readonly text: string };

/** The look of the part of a bar that a source of records reported. */
export const solidBar = 'bg-accent group-hover/bar:bg-accent-hover';
/** The look of the bar of today, which is not over. */
export const todayBar = 'bg-accent/60 group-hover/bar:bg-accent-hover';

/** The most rem that a bar takes, so that few bars stay bars. */
const widestBar = 6;

/** Two texts that are closer would cover each other, in thousandths of the height. */
const leastDistance = 90;

/**
 * Bars that link to their rows. They are too narrow for touch and keys. The line below reads them out, and a table beside them
 * has the same links.
 */
export function Bars({
  label,
  bars,
  first,
  labels,
  marks,
  zero = 0,
}: {
  label: string;
  bars: readonly Bar[];
  /** The index of the bar that the line describes at first. */
  first: number;
  /** Texts below the bars: one of each, or of the first and the last. */
  labels: readonly string[];
  marks: readonly ChartMark[];
  /** The height of the zero line in thousandths. */
  zero?: number;
}) {
  /** The bar that the line below describes, until a person points at another. */
  const [described, setDescribed] = useState(first);
  const current = Math.min(described, bars.length - 1);
  const read = bars[current];
  // The text of zero gives way to one that is too close, because a bar without its amount says less.
  const hasRoom = marks.every(({ at }) => at === zero || Math.abs(at - zero) >= leastDistance);
  const lines = [
    ...marks.filter(({ at }) => at !== zero),
    { at: zero, text: marks.length > 0 && hasRoom ? '0' : '' },
  ];
  return (
    <>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1" style={{ maxWidth: `${bars.length * widestBar}rem` }}>
          <div className="relative h-36">
            {lines.map(({ at }) => (
              <span
                key={at}
                aria-hidden
                className={cx(
                  'absolute inset-x-0 border-t',
                  at === zero ? 'border-line-strong' : 'border-line',
                )}
                style={{ bottom: `${at / 10}%` }}
              />
            ))}
            <ol aria-hidden className="relative z-10 flex h-full gap-px sm:gap-0.5">
              {bars.map((bar, index) => (
                <li
                  key={bar.key}
                  onPointerEnter={() => setDescribed(index)}
                  className={cx('flex h-full min-w-0 flex-1', index === current && 'bg-hover')}
                >
                  <BarLink bar={bar} zero={zero} />
                </li>
              ))}
            </ol>
          </div>
          <div className="flex justify-between gap-px text-2xs text-faint sm:gap-0.5">
            {labels.map((text) => (
              <span
                key={text}
                suppressHydrationWarning
                className={labels.length === bars.length ? 'min-w-0 flex-1 truncate text-center' : undefined}
              >
                {text}
              </span>
            ))}
          </div>
        </div>
        {marks.length > 0 && (
          <div
            aria-hidden
            suppressHydrationWarning
            className="grid h-36 items-end text-right text-2xs text-faint tabular-nums leading-none"
          >
            {lines.map(({ at, text }) => (
              <span
                key={at}
                className="relative [grid-area:1/1]"
                style={{ bottom: `${at / 10}%`, transform: `translateY(${at / 10}%)` }}
              >
                {text}
              </span>
            ))}
          </div>
        )}
      </div>
      {read && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={current + 1}
          aria-valuetext={read.description}
          onKeyDown={(event) => {
            const next = findNext(event.key, current, bars.length);
            if (next === null) return;
            event.preventDefault();
            setDescribed(next);
          }}
          suppressHydrationWarning
          className="min-h-6 rounded-sm text-sm"
        >
          {read.description}
        </div>
      )}
    </>
  );
}

function BarLink({ bar: { href, description, parts, isBelow = false }, zero }: { bar: Bar; zero: number }) {
  const room = isBelow ? zero : 1_000 - zero;
  const content = (
    <span
      className={cx('absolute inset-x-0 flex flex-col', isBelow ? 'bottom-0' : 'top-0 justify-end')}
      style={{ height: `${room / 10}%` }}
    >
      {parts.map(({ share, className }) => (
        <Part key={className} share={room === 0 ? 0 : share / room} className={className} />
      ))}
    </span>
  );
  const className = 'group/bar relative block h-full w-full rounded-t-xs hover:bg-hover';
  if (href === null)
    return (
      <span data-tooltip={description} suppressHydrationWarning className={className}>
        {content}
      </span>
    );
  return (
    <Link
      href={href}
      prefetch={false}
      tabIndex={-1}
      data-tooltip={description}
      suppressHydrationWarning
      className={className}
    >
      {content}
    </Link>
  );
}

/** Returns the bar to which a key moves, or null for other keys. */
function findNext(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, current - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, current + 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A part of a bar. `share` is the part of the height above or below the zero line, from 0 to 1. */
function Part({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  return (
    <span
      data-bar
      className={`w-full first:rounded-t-xs ${className}`}
      style={{ height: `max(2px, ${share * 100}%)` }}
    />
  );
}
