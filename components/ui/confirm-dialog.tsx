'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { Trigger } from './use-opening.ts';

export type ConfirmDialogProps = {
  trigger?: Trigger;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The whole question: "Disable Ana's access to Harbour Books?" */
  title: string;
  /** What follows from it, and whether it can be undone. */
  children: ReactNode;
  /** Names what happens: "Disable access". */
  confirmLabel: string;
  /**
   * Runs while the dialog stays open and waits; it closes when this is done. False leaves it open: something has to be
   * mended in it.
   */
  onConfirm: () => Promise<unknown> | unknown;
  /** Why it was not done. */
  problem?: ReactNode;
  danger?: boolean;
};

/** Asks before something that is hard to undo, in a full sentence. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  danger = false,
  children,
  ...rest
}: ConfirmDialogProps) {
  const [isPending, setPending] = useState(false);
  return (
    <Dialog
      {...rest}
      role="alertdialog"
      size="sm"
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={isPending}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={() => {
              setPending(true);
              Promise.resolve(onConfirm())
                .then((done) => {
                  if (done !== false) close();
                })
                .finally(() => setPending(false));
            }}
          >
            {confirmLabel}
          </Button>
        </>
      )}
    >
      <div className="text-muted text-sm">{children}</div>
    </Dialog>
  );
}
