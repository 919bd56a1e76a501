import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A part of a panel that opens on demand, below what needs a look. It works without scripts. */
export function Fold({
  title,
  count,
  open = false,
  children,
}: {
  title: string;
  count: number;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open} className="group/fold border-line border-t first:border-t-0">
      <summary className="pressable flex min-h-control cursor-pointer list-none items-center gap-1.5 bg-sunken px-4 py-1.5 hover:text-accent-text [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-faint transition-transform group-open/fold:rotate-90"
        />
        <h3 className="font-medium text-sm">
          {title} <span className="text-faint tabular-nums">{count}</span>
        </h3>
      </summary>
      <div className="border-line border-t">{children}</div>
    </details>
  );
}
