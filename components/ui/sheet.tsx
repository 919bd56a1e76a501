'use client';

import type { ReactNode } from 'react';
import { cloneElement, lazy, Suspense } from 'react';
import type { Trigger } from './use-overlay-trigger.ts';
import { useOverlayTrigger } from './use-overlay-trigger.ts';

const Overlay = lazy(() => import('./sheet-overlay.tsx').then((file) => ({ default: file.SheetOverlay })));

/** A panel at the bottom edge of a phone. Its child receives a function that closes it. */
export function Sheet({
  trigger,
  label,
  children,
}: {
  trigger: Trigger;
  /** The accessible name. */
  label: string;
  children: (close: () => void) => ReactNode;
}) {
  const { isOpen, wasOpened, change, opener } = useOverlayTrigger('dialog');
  return (
    <>
      {cloneElement(trigger, opener)}
      {wasOpened && (
        <Suspense>
          <Overlay isOpen={isOpen} onOpenChange={change} label={label}>
            {children(() => change(false))}
          </Overlay>
        </Suspense>
      )}
    </>
  );
}
