import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A collapsible part. It works without scripts, and the browser's in-page search opens it. */
export function Disclosure({
  title,
  detail,
  open = false,
  children,
}: {
  title: ReactNode;
  /** Shown at the end of the title. */
  detail?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open}>
      <summary className="pressable flex min-h-control list-none items-center gap-1.5 rounded-md font-medium text-sm hover:text-accent-text [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          // Only the own details decide, because a disclosure may be inside another one.
          className="size-4 text-faint transition-transform [details[open]>summary>&]:rotate-90"
        />
        <span className="min-w-0 flex-1">{title}</span>
        {detail && <span className="text-muted text-xs">{detail}</span>}
      </summary>
      <div className="pt-1 pb-2 ps-5.5">{children}</div>
    </details>
  );
}
