'use client';

import { cloneElement, lazy, Suspense } from 'react';
import type { OverlayContent } from './overlay-content.ts';
import type { Trigger } from './use-overlay-trigger.ts';
import { useOverlayTrigger } from './use-overlay-trigger.ts';

const Overlay = lazy(() =>
  import('./popover-overlay.tsx').then((file) => ({ default: file.PopoverOverlay })),
);

export type PopoverProps = {
  /** A Button. */
  trigger: Trigger;
  /** The accessible name of the panel. */
  label: string;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  onOpenChange?: (isOpen: boolean) => void;
  children: OverlayContent;
};

/** A small panel beside its button, for filters and explanations. Esc closes it. */
export function Popover({
  trigger,
  label,
  placement = 'bottom start',
  onOpenChange,
  children,
}: PopoverProps) {
  const { ref, isOpen, wasOpened, change, opener } = useOverlayTrigger('dialog', onOpenChange);
  return (
    <>
      {cloneElement(trigger, opener)}
      {wasOpened && (
        <Suspense>
          <Overlay triggerRef={ref} isOpen={isOpen} onOpenChange={change} label={label} placement={placement}>
            {children}
          </Overlay>
        </Suspense>
      )}
    </>
  );
}
