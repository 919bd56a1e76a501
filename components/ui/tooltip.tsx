'use client';

import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

/**
 * A short explanation on hover and on keyboard focus. Its child is something that takes focus (a button or a
 * link of ours). For plain text, such as an amount, use the `title` attribute.
 */
export function Tooltip({
  content,
  placement = 'top',
  children,
}: {
  content: ReactNode;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
}) {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="max-w-72 animate-appear rounded-sm bg-ink px-2 py-1 text-canvas text-xs shadow-float"
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
