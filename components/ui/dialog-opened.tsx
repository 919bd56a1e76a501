'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { AriaFrame } from './aria-frame.tsx';
import { cx } from './cx.ts';
import { OverlayFoot, OverlayHead } from './overlay.tsx';
import type { OverlayContent } from './overlay-content.ts';
import { renderOverlay } from './overlay-content.ts';

const widths = { sm: 'max-w-96', md: 'max-w-form', lg: 'max-w-drawer' };

/** The window of a Dialog. */
export function DialogOpened({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  role = 'dialog',
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: OverlayContent;
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
        className="fixed inset-0 z-50 flex animate-appear items-end justify-center overflow-y-auto bg-scrim sm:items-start sm:p-6 sm:pt-[12vh]"
      >
        <Modal
          className={cx(
            'w-full animate-rise rounded-t-lg border border-line bg-raised shadow-float outline-none sm:rounded-lg',
            widths[size],
          )}
        >
          <AriaDialog role={role} className="flex max-h-[86dvh] flex-col outline-none sm:max-h-[76dvh]">
            <OverlayHead title={title} description={description} onClose={close} />
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{renderOverlay(children, close)}</div>
            {footer && <OverlayFoot>{renderOverlay(footer, close)}</OverlayFoot>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaFrame>
  );
}
