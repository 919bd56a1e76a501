'use client';

import type { FormEvent } from 'react';
import { useEffect, useId, useState } from 'react';
import { requestTextStorage } from '#components/shell/unsent-text.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { reauthenticateAction } from '#lib/factors/actions.ts';
import { reauthenticateFullyForm } from '#lib/factors/schema.ts';
import { tControls } from '#lib/messages/controls.ts';
import { tFactors, tReauthentication } from '#lib/messages/factors.ts';
import { readConfirmationMethodsAction } from '#lib/single-sign-on/actions.ts';
import type { ConfirmationMethods } from '#lib/single-sign-on/schema.ts';
import { PasskeyMethod } from './passkey-method.tsx';
import { requestSingleSignOn } from './request-session.ts';

/** Confirms the person with a new sign-in at the provider, which returns to this page. */
function SingleSignOnMethod({
  name,
  isPending,
  onPending,
  onProblem,
}: {
  name: string;
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  onProblem: (problem: string | null) => void;
}) {
  async function press(): Promise<void> {
    onPending(true);
    onProblem(null);
    const { pathname, search } = window.location;
    const answer = await requestSingleSignOn(`${pathname}${search}`, { confirms: true });
    if ('url' in answer) {
      requestTextStorage();
      return window.location.assign(answer.url);
    }
    onPending(false);
    onProblem(answer.message);
  }

  return (
    <div className="grid gap-1">
      <Button isDisabled={isPending} onPress={() => void press()}>
        {tReauthentication('singleSignOn.button', { name })}
      </Button>
      <p className="text-muted text-sm">{tReauthentication('singleSignOn.reload')}</p>
    </div>
  );
}

/** The methods of most people, also shown if the server doesn't name others. */
const usualMethods: ConfirmationMethods = { hasPassword: true, code: null, singleSignOn: null };

/** Returns the methods of the signed-in person besides passkeys, or null until they are loaded. */
function useMethods(businessId: string): ConfirmationMethods | null {
  const [methods, setMethods] = useState<ConfirmationMethods | null>(null);
  useEffect(() => {
    let isShown = true;
    void readConfirmationMethodsAction({ businessId })
      .then((result) => (result.ok ? result.data : usualMethods))
      .catch(() => usualMethods)
      .then((loaded) => {
        if (isShown) setMethods(loaded);
      });
    return () => {
      isShown = false;
    };
  }, [businessId]);
  return methods;
}

/**
 * Asks the person to confirm who they are. Each method is a form or a button of its own, and any of them settles the
 * dialog.
 */
export function ReauthenticationDialog({
  businessId,
  onSettle,
}: {
  businessId: string;
  onSettle: (isConfirmed: boolean) => void;
}) {
  const formId = useId();
  const methods = useMethods(businessId);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Dialog
      isOpen
      onOpenChange={() => onSettle(false)}
      size="sm"
      title={tReauthentication('title')}
      description={tReauthentication('description')}
      problem={problem !== null && <Banner tone="bad" title={problem} />}
      footer={(close) => (
        <>
          <Button onPress={close}>{tControls('cancel')}</Button>
          {methods?.hasPassword && (
            <Button type="submit" form={formId} variant="primary" isPending={isPending}>
              {tReauthentication('submit')}
            </Button>
          )}
        </>
      )}
    >
      {methods !== null && (
        <div className="grid gap-4">
          {methods.singleSignOn !== null && (
            <SingleSignOnMethod
              name={methods.singleSignOn}
              isPending={isPending}
              onPending={setPending}
              onProblem={setProblem}
            />
          )}
          <PasskeyMethod
            businessId={businessId}
            isPending={isPending}
            onPending={setPending}
            onProblem={setProblem}
            onConfirmed={() => onSettle(true)}
          />
          {methods.hasPassword && (
            <PasswordMethod
              businessId={businessId}
              formId={formId}
              codeKind={methods.code}
              isPending={isPending}
              onPending={setPending}
              onProblem={setProblem}
              onConfirmed={() => onSettle(true)}
            />
          )}
          {!methods.hasPassword && methods.singleSignOn === null && (
            <p className="text-muted">{tReauthentication('noMethod')}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

type Errors = { readonly currentPassword: string | undefined; readonly code: string | undefined };
const noErrors: Errors = { currentPassword: undefined, code: undefined };

function PasswordMethod({
  businessId,
  formId,
  codeKind,
  isPending,
  onPending,
  onProblem,
  onConfirmed,
}: {
  businessId: string;
  formId: string;
  codeKind: ConfirmationMethods['code'];
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  onProblem: (problem: string | null) => void;
  onConfirmed: () => void;
}) {
  const [errors, setErrors] = useState<Errors>(noErrors);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const fields = new FormData(event.currentTarget);
    // A recovery code is needed only in place of a passkey.
    if (codeKind === 'recovery' && fields.get('code') === '') fields.delete('code');
    const parsed = reauthenticateFullyForm.safeParse({ ...Object.fromEntries(fields), businessId });
    onProblem(null);
    setErrors({
      currentPassword: parsed.error?.issues.find(({ path }) => path[0] === 'currentPassword')?.message,
      code: parsed.error?.issues.find(({ path }) => path[0] === 'code')?.message,
    });
    if (!parsed.success) return;
    onPending(true);
    const result = await reauthenticateAction(parsed.data).catch(() => null);
    onPending(false);
    if (result?.ok) return onConfirmed();
    const currentPassword = result?.fieldErrors['currentPassword']?.[0];
    const code = result?.fieldErrors['code']?.[0];
    if (currentPassword !== undefined || code !== undefined) setErrors({ currentPassword, code });
    else onProblem(result?.message ?? tReauthentication('connectionLost'));
  }

  return (
    <form
      id={formId}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={tReauthentication('password')}
        name="currentPassword"
        type="password"
        autoFocus
        autoComplete="current-password"
        maxLength={512}
        error={errors.currentPassword}
      />
      {codeKind !== null && (
        <TextField
          label={codeKind === 'app' ? tFactors('current.label') : tReauthentication('recoveryCode')}
          name="code"
          mono
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          help={codeKind === 'app' ? tFactors('current.help') : tReauthentication('recoveryCodeHelp')}
          error={errors.code}
        />
      )}
    </form>
  );
}
