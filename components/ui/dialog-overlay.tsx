'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { AriaFrame } from './aria-frame.tsx';
import { cx } from './cx.ts';
import { OverlayFooter, OverlayHeader } from './overlay.tsx';
import type { OverlayContent } from './overlay-content.ts';
import { renderOverlay } from './overlay-content.ts';

/** On a phone the dialog is as wide as the screen. */
const widths = { sm: 'sm:max-w-96', md: 'sm:max-w-form', lg: 'sm:max-w-drawer' };

/** The open window of a Dialog. */
export function DialogOverlay({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  problem,
  footer,
  size = 'md',
  role = 'dialog',
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: OverlayContent;
  problem?: ReactNode;
  footer?: OverlayContent;
  size?: 'sm' | 'md' | 'lg';
  role?: 'dialog' | 'alertdialog';
}) {
  const close = () => onOpenChange(false);
  return (
    <AriaFrame>
      <ModalOverlay
        isDismissable={role === 'dialog'}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        // Fits above the keyboard of a phone.
        className="fixed inset-x-0 top-0 z-50 flex h-(--visual-viewport-height) animate-appear items-end justify-center overflow-y-auto bg-scrim sm:items-start sm:p-6 sm:pt-[12vh]"
      >
        <Modal
          className={cx(
            'w-full animate-rise rounded-t-lg border border-line bg-raised shadow-float outline-none sm:rounded-lg',
            widths[size],
          )}
        >
          <AriaDialog
            role={role}
            className="flex max-h-[calc(var(--visual-viewport-height)*0.86)] flex-col outline-none sm:max-h-[calc(var(--visual-viewport-height)*0.76)]"
          >
            <OverlayHeader title={title} description={description} onClose={close} />
            {/* A long text scrolls inside its field, so that its error stays visible. */}
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 [&_textarea]:max-h-[30dvh]">
              {renderOverlay(children, close)}
            </div>
            <div className="max-h-[40%] shrink-0 overflow-y-auto border-line border-t px-5 py-3 empty:hidden">
              {problem}
            </div>
            {footer && <OverlayFooter>{renderOverlay(footer, close)}</OverlayFooter>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaFrame>
  );
}
