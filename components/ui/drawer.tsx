'use client';

import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { OverlayFoot, OverlayHead } from './overlay.tsx';
import type { OverlayContent } from './overlay-content.ts';
import { renderOverlay } from './overlay-content.ts';

export type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Small buttons or links beside the closing button, such as "Open page". */
  actions?: ReactNode;
  children: OverlayContent;
  footer?: OverlayContent;
};

/** A row's detail beside its list: from the right, the whole width on a phone. Esc and a click outside close it. */
export function Drawer({ isOpen, onOpenChange, title, description, actions, children, footer }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 flex animate-appear justify-end bg-scrim/50"
    >
      <Modal className="h-full w-full max-w-drawer animate-slide-in border-line border-l bg-surface shadow-float outline-none">
        <AriaDialog className="flex h-full flex-col outline-none">
          {({ close }) => (
            <>
              <OverlayHead title={title} description={description} actions={actions} onClose={close} />
              <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{renderOverlay(children, close)}</div>
              {footer && <OverlayFoot>{renderOverlay(footer, close)}</OverlayFoot>}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
