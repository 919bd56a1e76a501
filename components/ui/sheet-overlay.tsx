'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { AriaFrame } from './aria-frame.tsx';

/** The open panel of a Sheet. */
export function SheetOverlay({
  isOpen,
  onOpenChange,
  label,
  children,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <AriaFrame>
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        className="fixed inset-0 z-40 flex animate-appear items-end bg-scrim"
      >
        <Modal className="max-h-[85dvh] w-full animate-slide-up overflow-y-auto rounded-t-lg border-line border-t bg-raised shadow-float outline-none">
          <AriaDialog aria-label={label} className="p-3 pb-6 outline-none">
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaFrame>
  );
}
