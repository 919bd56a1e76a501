'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { cx } from './cx.ts';
import type { OverlayContent } from './overlay.tsx';
import { OverlayFoot, OverlayHead, renderOverlay } from './overlay.tsx';

export type DialogProps = {
  /** A Button that opens it. Without one, drive it with `isOpen` and `onOpenChange`. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: OverlayContent;
  /** Buttons, the main one last. */
  footer?: OverlayContent;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for a question that must be answered; a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
};

const widths = { sm: 'max-w-96', md: 'max-w-form', lg: 'max-w-drawer' };

/** A window over the page that keeps focus inside. Esc and a click outside close it. */
export function Dialog({
  trigger,
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  role = 'dialog',
}: DialogProps) {
  const overlay = (
    <ModalOverlay
      isDismissable={role === 'dialog'}
      {...(trigger === undefined && isOpen !== undefined ? { isOpen } : {})}
      {...(trigger === undefined && onOpenChange ? { onOpenChange } : {})}
      className="fixed inset-0 z-50 flex animate-appear items-end justify-center overflow-y-auto bg-scrim sm:items-start sm:p-6 sm:pt-[12vh]"
    >
      <Modal
        className={cx(
          'w-full animate-rise rounded-t-lg border border-line bg-raised shadow-float outline-none sm:rounded-lg',
          widths[size],
        )}
      >
        <AriaDialog role={role} className="flex max-h-[86dvh] flex-col outline-none sm:max-h-[76dvh]">
          {({ close }) => (
            <>
              <OverlayHead title={title} description={description} onClose={close} />
              <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{renderOverlay(children, close)}</div>
              {footer && <OverlayFoot>{renderOverlay(footer, close)}</OverlayFoot>}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
  if (trigger === undefined) return overlay;
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      {overlay}
    </DialogTrigger>
  );
}
