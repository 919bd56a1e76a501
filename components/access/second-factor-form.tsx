'use client';

import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { CodeField, readCode } from '#components/factors/code-field.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tFactorProblems, tFactors, tPasskeys } from '#lib/messages/factors.ts';
import { CancelSignIn } from './cancel-sign-in.tsx';
import type { Refusal } from './request-session.ts';
import { requestSecondStep } from './request-session.ts';
import { usePasskeyStep } from './use-passkey-step.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/**
 * The second step of a sign-in: a code of the app, a recovery code, or a passkey if the person has one. Opens
 * `destination`, one of our paths. Without an app, the form asks for a recovery code only.
 */
export function SecondFactorForm({
  destination,
  hasApp = true,
  hasPasskey,
}: {
  destination: string;
  hasApp?: boolean;
  hasPasskey: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const passkey = usePasskeyStep(destination);
  const isHydrated = useHydrated();
  const { take, isPending, refusal } = useSignInStep<Refusal>();
  const [missing, setMissing] = useState<string | undefined>(undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending || passkey.isPending) return;
    const code = readCode(event.currentTarget);
    const remember = new FormData(event.currentTarget).has('remember');
    setMissing(code === '' ? tFactorProblems('codeMissing') : undefined);
    if (code === '') return;
    void take(async () => ({ ...(await requestSecondStep(code, remember)), next: destination }));
  }

  return (
    <div className="grid gap-4">
      <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
        <h1 className="font-semibold text-xl">
          {tFactors(hasApp ? 'signIn.title' : 'signIn.recoveryTitle')}
        </h1>
        <p className="text-muted">{tFactors(hasApp ? 'signIn.detail' : 'signIn.recoveryDetail')}</p>
        {refusal && <Banner tone="bad" title={refusal.message} />}
        {passkey.problem !== null && <Banner tone="bad" title={passkey.problem} />}
        <CodeField
          label={tFactors('signIn.code')}
          help={tFactors(hasApp ? 'current.help' : 'recovery.codeHelp')}
          error={missing}
          mayBeRecoveryCode
        />
        <Checkbox name="remember" label={tFactors('signIn.remember')} />
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
          {tFactors('signIn.submit')}
        </Button>
      </form>
      {hasPasskey && (
        <Button
          isPending={passkey.isPending}
          isDisabled={!isHydrated || isPending}
          onPress={() =>
            void passkey.pass(form.current !== null && new FormData(form.current).has('remember'))
          }
        >
          {tPasskeys('secondStep.button')}
        </Button>
      )}
      <p className="text-muted text-sm">{hasApp ? tFactors('signIn.lost') : tPasskeys('secondStep.lost')}</p>
      <CancelSignIn />
    </div>
  );
}
