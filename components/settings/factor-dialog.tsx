'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { CodeField, readCode } from '#components/factors/code-field.tsx';
import { RecoveryCodesNote } from '#components/factors/recovery-codes-note.tsx';
import { TotpSecret } from '#components/factors/totp-secret.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { toast } from '#components/ui/toast.tsx';
import {
  confirmTotpAction,
  removeFactorAction,
  replaceRecoveryCodesAction,
  startTotpAction,
} from '#lib/factors/actions.ts';
import type { TotpSetUp } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

type Kind = 'set-up' | 'replace' | 'codes' | 'remove';
type Shown =
  | { readonly step: 'proof' }
  | { readonly step: 'app'; readonly setUp: TotpSetUp }
  | { readonly step: 'codes'; readonly codes: readonly string[] };

const titles = {
  'set-up': tFactors('setUp.passwordTitle'),
  replace: tFactors('replace.title'),
  codes: tFactors('recovery.regenerate'),
  remove: tFactors('remove.title'),
} as const satisfies Record<Kind, string>;

type Has = { readonly app: boolean; readonly passkey: boolean };

const toDetails = ({ app, passkey }: Has): Record<Kind, string> => ({
  'set-up': tFactors('setUp.passwordDetail'),
  replace: tFactors('replace.detail'),
  codes: tFactors(app ? 'recovery.regenerateDetail' : 'recovery.regeneratePasskeyDetail'),
  remove: tFactors(passkey ? 'remove.passkeyDetail' : 'remove.detail'),
});

const failures = {
  'set-up': tFactors('setUp.failed'),
  replace: tFactors('setUp.failed'),
  codes: tFactors('recovery.regenerateFailed'),
  remove: tFactors('remove.failed'),
} as const satisfies Record<Kind, string>;

const submits = {
  'set-up': tFactors('setUp.continue'),
  replace: tFactors('setUp.continue'),
  codes: tFactors('recovery.regenerate'),
  remove: tFactors('remove.confirm'),
} as const satisfies Record<Kind, string>;

const readPassword = (form: HTMLFormElement): string => {
  const value = new FormData(form).get('password');
  return typeof value === 'string' ? value : '';
};

/** Changes the second factor step by step: a proof of the person, then the new app, then the recovery codes. */
export function FactorDialog({
  businessId,
  kind,
  has,
  onClose,
}: {
  businessId: string;
  kind: Kind;
  /** The factors of the person before the change. */
  has: Has;
  onClose: () => void;
}) {
  const router = useRouter();
  const formId = useId();
  const [shown, setShown] = useState<Shown>({ step: 'proof' });
  const { call, isPending, problem } = useActionCall();

  function close() {
    onClose();
    router.refresh();
  }

  const run = <Data,>(action: () => Promise<ActionResult<Data>>) => call(action, { failed: failures[kind] });

  async function prove(form: HTMLFormElement): Promise<void> {
    const code = readCode(form);
    switch (kind) {
      case 'set-up':
      case 'replace': {
        const proof =
          kind === 'set-up'
            ? ({ kind: 'password', password: readPassword(form) } as const)
            : ({ kind: 'code', code } as const);
        const setUp = await run(() => startTotpAction({ businessId, proof }));
        if (setUp !== null) setShown({ step: 'app', setUp });
        return;
      }
      case 'codes': {
        // People without an app prove a passkey, which the action asks for.
        const input = has.app ? { businessId, code } : { businessId };
        const created = await run(() => replaceRecoveryCodesAction(input));
        if (created !== null) setShown({ step: 'codes', codes: created.recoveryCodes });
        return;
      }
      case 'remove': {
        if ((await run(() => removeFactorAction({ businessId, code }))) === null) return;
        toast.good(tFactors('remove.done'));
        close();
      }
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    if (shown.step === 'proof') return prove(form);
    const code = readCode(form);
    const created = await run(() => confirmTotpAction({ businessId, code }));
    if (created === null) return;
    toast.good(tFactors('setUp.done'));
    setShown({ step: 'codes', codes: created.recoveryCodes });
  }

  const content: Record<Shown['step'], ReactNode> = {
    proof: (
      <>
        <p className="text-muted text-sm">{toDetails(has)[kind]}</p>
        {kind === 'set-up' ? (
          <TextField
            label={tFactors('setUp.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            maxLength={512}
          />
        ) : (
          has.app && (
            <CodeField
              label={tFactors('current.label')}
              help={tFactors('current.help')}
              error={undefined}
              mayBeRecoveryCode
            />
          )
        )}
      </>
    ),
    app: shown.step === 'app' && (
      <>
        <TotpSecret setUp={shown.setUp} />
        <CodeField label={tFactors('setUp.code')} error={undefined} />
        <p className="text-muted text-sm">{tFactors('setUp.effect')}</p>
      </>
    ),
    codes: shown.step === 'codes' && <RecoveryCodesNote codes={shown.codes} />,
  };
  const title = { proof: titles[kind], app: tFactors('setUp.title'), codes: tFactors('recovery.title') };
  return (
    <Dialog
      isOpen
      onOpenChange={close}
      role="alertdialog"
      size="sm"
      title={title[shown.step]}
      problem={<ProblemNote problem={problem} />}
      footer={
        shown.step === 'codes' ? (
          <Button variant="primary" onPress={close}>
            {tFactors('recovery.done')}
          </Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            variant={kind === 'remove' ? 'danger' : 'primary'}
            isPending={isPending}
          >
            {shown.step === 'app' ? tFactors('setUp.confirm') : submits[kind]}
          </Button>
        )
      }
    >
      {shown.step === 'codes' ? (
        content.codes
      ) : (
        <form
          // A new form for each step, so that no code of the former step stays in its field.
          key={shown.step}
          id={formId}
          method="post"
          noValidate
          className="grid gap-3"
          onSubmit={(event) => void submit(event)}
        >
          {content[shown.step]}
        </form>
      )}
    </Dialog>
  );
}
