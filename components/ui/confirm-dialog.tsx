'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import { tControls } from '#lib/messages/controls.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { Trigger } from './use-overlay-trigger.ts';

export type ConfirmDialogProps = {
  trigger?: Trigger;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The whole question: "Disable Ana's access to Harbour Books?" */
  title: string;
  /** The consequences, and whether it can be undone. */
  children: ReactNode;
  /** A verb and an object: "Disable access". */
  confirmLabel: string;
  /** Runs while the dialog stays open. The dialog closes afterwards, unless this returns false. */
  onConfirm: () => Promise<unknown> | unknown;
  /** The error of the last attempt. */
  problem?: ReactNode;
  danger?: boolean;
};

/** Asks for confirmation before an action that is hard to undo. */
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
            {tControls('cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            isPending={isPending}
            onPress={() => {
              setPending(true);
              Promise.resolve(onConfirm())
                .then((result) => {
                  if (result !== false) close();
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
