import Link from 'next/link';
import type { ReactNode } from 'react';

/** A row of a chart: its name, its value, and a bar of 0 to 1,000. */
export type RankedBar = {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly share: number;
  /** The rows behind it. Null: no list shows just these. */
  readonly href: string | null;
  /** Its amounts and counts in words. */
  readonly description: string;
};

/** A few values as lines with a bar each, so that every name and value is read where it stands. */
export function RankedBars({ bars }: { bars: readonly RankedBar[] }) {
  return (
    <ol className="-mx-2 grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 text-sm">
      {bars.map((bar) => (
        <li key={bar.key} className="col-span-full grid grid-cols-subgrid">
          <BarLine bar={bar} />
        </li>
      ))}
    </ol>
  );
}

function BarLine({ bar: { label, value, share, href, description } }: { bar: RankedBar }) {
  const line = {
    'data-tooltip': description,
    suppressHydrationWarning: true,
    className:
      'group/bar col-span-full grid min-h-7 grid-cols-subgrid items-center rounded-sm px-2 hover:bg-hover',
    children: (
      <>
        <span className="max-w-40 truncate">{label}</span>
        <span className="h-2.5">
          <span
            data-bar
            className="block h-full rounded-xs bg-accent group-hover/bar:bg-accent-hover"
            style={{ width: `${share / 10}%` }}
          />
        </span>
        <span className="text-end tabular-nums" suppressHydrationWarning>
          {value}
        </span>
      </>
    ),
  };
  return href === null ? (
    <span {...line} />
  ) : (
    <Link {...line} href={href} prefetch={false} aria-label={description} />
  );
}
