'use client';

import type { ReactNode } from 'react';
import { cloneElement, lazy, Suspense, useState } from 'react';
import type { OverlayContent } from './overlay-content.ts';
import type { Trigger } from './use-overlay-trigger.ts';
import { useOverlayTrigger } from './use-overlay-trigger.ts';

const Overlay = lazy(() => import('./dialog-overlay.tsx').then((file) => ({ default: file.DialogOverlay })));

type DialogContentProps = {
  title: ReactNode;
  description?: ReactNode;
  children: OverlayContent;
  /** An error. It is always visible above the buttons. */
  problem?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: OverlayContent;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` requires an answer: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
};

export type DialogProps = DialogContentProps & {
  /** A Button that opens it. Without one, drive it with `isOpen` and `onOpenChange`. */
  trigger?: Trigger | undefined;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

/** A modal window. Esc and a click outside close it. */
export function Dialog({ trigger, isOpen = false, onOpenChange, ...content }: DialogProps) {
  if (trigger !== undefined)
    return <Triggered trigger={trigger} {...(onOpenChange ? { onOpenChange } : {})} {...content} />;
  return <Controlled isOpen={isOpen} onOpenChange={onOpenChange ?? (() => undefined)} {...content} />;
}

function Triggered({
  trigger,
  onOpenChange,
  ...content
}: DialogContentProps & { trigger: Trigger; onOpenChange?: (isOpen: boolean) => void }) {
  const { isOpen, wasOpened, change, opener } = useOverlayTrigger('dialog', onOpenChange);
  return (
    <>
      {cloneElement(trigger, opener)}
      {wasOpened && (
        <Suspense>
          <Overlay isOpen={isOpen} onOpenChange={change} {...content} />
        </Suspense>
      )}
    </>
  );
}

function Controlled({
  isOpen,
  ...rest
}: DialogContentProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Overlay isOpen={isOpen} {...rest} />
    </Suspense>
  );
}
