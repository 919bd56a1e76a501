'use client';

import type { ReactNode, RefObject } from 'react';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { AriaFrame } from './aria-frame.tsx';
import { cx } from './cx.ts';
import { floatStyle } from './float-style.ts';

export type FloatingPanelProps = {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top' | 'right bottom';
};

/** The open panel beside a button: of a Menu or a Popover. */
export function FloatingPanel({
  className,
  children,
  ...place
}: FloatingPanelProps & { className?: string; children: ReactNode }) {
  return (
    <AriaFrame>
      <AriaPopover {...place} offset={6} className={cx(floatStyle, className)}>
        {children}
      </AriaPopover>
    </AriaFrame>
  );
}
