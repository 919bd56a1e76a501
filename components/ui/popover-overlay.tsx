'use client';

import type { RefObject } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { AriaFrame } from './aria-frame.tsx';
import { floatStyle } from './float-style.ts';
import type { OverlayContent } from './overlay-content.ts';
import { renderOverlay } from './overlay-content.ts';

export type PopoverOverlayProps = {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: string;
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  children: OverlayContent;
};

/** The open panel of a Popover. */
export function PopoverOverlay({
  triggerRef,
  isOpen,
  onOpenChange,
  label,
  placement,
  children,
}: PopoverOverlayProps) {
  return (
    <AriaFrame>
      <AriaPopover
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        placement={placement}
        offset={6}
        className={floatStyle}
      >
        <AriaDialog aria-label={label} className="max-w-96 p-3 outline-none">
          {renderOverlay(children, () => onOpenChange(false))}
        </AriaDialog>
      </AriaPopover>
    </AriaFrame>
  );
}
