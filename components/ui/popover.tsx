'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import type { OverlayContent } from './overlay.tsx';
import { renderOverlay } from './overlay.tsx';

/** How anything that floats looks. */
export const floatStyle = 'animate-rise rounded-lg border border-line bg-raised shadow-float outline-none';

export type PopoverProps = {
  /** A Button. */
  trigger: ReactNode;
  /** The accessible name of what opens. */
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: OverlayContent;
};

/** A small panel beside its button: filters, explanations with links in them. Esc closes it. */
export function Popover({
  trigger,
  label,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      <AriaPopover placement={placement} offset={6} className={floatStyle}>
        <AriaDialog aria-label={label} className="max-w-96 p-3 outline-none">
          {({ close }) => renderOverlay(children, close)}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
