'use client';

import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { RecoveryCodesNote } from '#components/factors/recovery-codes-note.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tFactors, tPasskeys } from '#lib/messages/factors.ts';
import {
  addPasskeyAction,
  removePasskeyAction,
  renamePasskeyAction,
  startPasskeyRegistrationAction,
} from '#lib/passkeys/actions.ts';
import type { PasskeyView } from '#lib/passkeys/schema.ts';

type DialogProps = {
  readonly businessId: string;
  readonly onChange: (passkeys: readonly PasskeyView[]) => void;
  readonly onClose: () => void;
};

const readName = (form: HTMLFormElement): string => {
  const name = new FormData(form).get('name');
  return typeof name === 'string' ? name.trim() : '';
};

/** Asks for a name, then lets the browser create the passkey. Shows the recovery codes of a first factor. */
export function AddPasskeyDialog({
  businessId,
  onAdded,
  onClose,
}: Pick<DialogProps, 'businessId' | 'onClose'> & {
  readonly onAdded: (passkeys: readonly PasskeyView[]) => void;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const failed = tPasskeys('add.failed');

  async function add(name: string): Promise<void> {
    setProblem(null);
    const started = await act(() => startPasskeyRegistrationAction({ businessId }), { failed });
    if (started === null) return;
    const { createPasskey } = await import('#components/access/passkey-browser.ts');
    const created = await createPasskey(started.options);
    if (!created.ok) return setProblem(created.problem);
    const registration = { ...created.response, type: 'public-key' as const };
    const added = await act(() => addPasskeyAction({ businessId, name, registration }), {
      failed,
      done: tPasskeys('add.done'),
    });
    if (added === null) return;
    onAdded(added.passkeys);
    if (added.recoveryCodes === null) onClose();
    else setCodes(added.recoveryCodes);
  }

  if (codes !== null) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <NameDialog
      title={tPasskeys('add.title')}
      detail={tPasskeys('add.detail')}
      submit={tPasskeys('add.submit')}
      name={tPasskeys('add.defaultName')}
      problem={problem}
      isPending={isPending || isWaiting}
      onClose={onClose}
      onSubmit={(name) => {
        setWaiting(true);
        void add(name)
          .catch(() => setProblem(tPasskeys('canceled')))
          .finally(() => setWaiting(false));
      }}
    />
  );
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      role="alertdialog"
      size="sm"
      title={tFactors('recovery.title')}
      footer={
        <Button variant="primary" onPress={onClose}>
          {tFactors('recovery.done')}
        </Button>
      }
    >
      <RecoveryCodesNote codes={codes} />
    </Dialog>
  );
}

/** Changes the name of a passkey. */
export function RenamePasskeyDialog({
  businessId,
  passkey,
  onChange,
  onClose,
}: DialogProps & { readonly passkey: PasskeyView }) {
  const { act, isPending } = useAction({ businessId, kind: 'settings' });
  const { passkeyId } = passkey;
  async function rename(name: string): Promise<void> {
    const renamed = await act(() => renamePasskeyAction({ businessId, passkeyId, name }), {
      failed: tPasskeys('rename.failed'),
      done: tPasskeys('rename.done'),
    });
    if (renamed !== null) onChange(renamed.passkeys);
  }
  return (
    <NameDialog
      title={tPasskeys('rename.title')}
      submit={tPasskeys('save')}
      name={passkey.name}
      problem={null}
      isPending={isPending}
      onClose={onClose}
      onSubmit={(name) => void rename(name)}
    />
  );
}

/** Asks before a passkey is removed. */
export function RemovePasskeyDialog({
  businessId,
  passkey,
  onChange,
  onClose,
}: DialogProps & { readonly passkey: PasskeyView }) {
  const { act } = useAction({ businessId, kind: 'settings', refresh: true });
  const { passkeyId, name } = passkey;
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={tPasskeys('remove.title', { name })}
      confirmLabel={tPasskeys('remove.confirm')}
      danger
      onConfirm={async () => {
        const removed = await act(() => removePasskeyAction({ businessId, passkeyId }), {
          failed: tPasskeys('remove.failed'),
          done: tPasskeys('remove.done'),
        });
        if (removed !== null) onChange(removed.passkeys);
        return removed !== null;
      }}
    >
      {tPasskeys('remove.detail')}
    </ConfirmDialog>
  );
}

function NameDialog({
  title,
  detail,
  submit,
  name,
  problem,
  isPending,
  onClose,
  onSubmit,
}: {
  title: string;
  detail?: string;
  submit: string;
  /** The name to begin with. */
  name: string;
  problem: string | null;
  isPending: boolean;
  onClose: () => void;
  onSubmit: (name: string) => void;
}) {
  const formId = useId();
  const [error, setError] = useState<string | undefined>(undefined);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = readName(event.currentTarget);
    setError(typed === '' ? tPasskeys('nameMissing') : undefined);
    if (typed !== '') onSubmit(typed);
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="sm"
      title={title}
      problem={problem !== null && <Banner tone="bad" title={problem} />}
      footer={
        <Button type="submit" form={formId} variant="primary" isPending={isPending}>
          {submit}
        </Button>
      }
    >
      <form id={formId} method="post" noValidate className="grid gap-3" onSubmit={send}>
        {detail !== undefined && <p className="text-muted text-sm">{detail}</p>}
        <TextField
          label={tPasskeys('name')}
          name="name"
          defaultValue={name}
          autoFocus
          maxLength={60}
          error={error}
        />
      </form>
    </Dialog>
  );
}
