'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

/** From the bottom edge of a phone. Its child gets a function that closes it. */
export function Sheet({
  trigger,
  label,
  children,
}: {
  trigger: ReactNode;
  /** The accessible name. */
  label: string;
  children: (close: () => void) => ReactNode;
}) {
  return (
    <DialogTrigger>
      {trigger}
      <ModalOverlay isDismissable className="fixed inset-0 z-40 flex animate-appear items-end bg-scrim">
        <Modal className="max-h-[85dvh] w-full animate-slide-up overflow-y-auto rounded-t-lg border-line border-t bg-raised shadow-float outline-none">
          <AriaDialog aria-label={label} className="p-3 pb-6 outline-none">
            {({ close }) => children(close)}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
