'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { CodeField, readCode } from '#components/factors/code-field.tsx';
import { RecoveryCodesNote } from '#components/factors/recovery-codes-note.tsx';
import { TotpSecret } from '#components/factors/totp-secret.tsx';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { useActionCall } from '#components/query/use-action-call.ts';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { confirmFirstTotpAction, startFirstTotpAction } from '#lib/factors/actions.ts';
import type { RecoveryCodes, TotpSetUp } from '#lib/factors/schema.ts';
import { firstCodeForm } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { CancelSignIn } from './cancel-sign-in.tsx';
import { OpenSession } from './open-session.tsx';

/** The set-up of a required first factor. Until it is done, the person can only sign out. */
export function FirstFactor({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const { call, isPending, problem, clear } = useActionCall();
  const [setUp, setSetUp] = useState<TotpSetUp | null>(null);
  const [created, setCreated] = useState<RecoveryCodes | null>(null);
  const [codeError, setCodeError] = useState<string | undefined>(undefined);

  async function start() {
    const started = await call(() => startFirstTotpAction({}), { failed: tFactors('signIn.firstFailed') });
    if (started !== null) setSetUp(started);
  }

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const parsed = firstCodeForm.safeParse({ code: readCode(event.currentTarget) });
    clear();
    setCodeError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    const confirmed = await call(() => confirmFirstTotpAction(parsed.data), {
      failed: tFactors('setUp.failed'),
    });
    if (confirmed !== null) setCreated(confirmed);
  }

  if (created !== null)
    return (
      <div className="grid gap-4">
        <h1 className="font-semibold text-xl">{tFactors('recovery.title')}</h1>
        <RecoveryCodesNote codes={created.recoveryCodes} />
        <OpenSession destination={destination} label={tFactors('recovery.done')} />
      </div>
    );
  return (
    <div className="grid gap-4">
      <h1 className="font-semibold text-xl">{tFactors('signIn.firstTitle')}</h1>
      <p className="text-muted">{tFactors('signIn.firstDetail')}</p>
      <ProblemNote problem={problem} />
      {setUp === null ? (
        <Button variant="primary" isPending={isPending} isDisabled={!isHydrated} onPress={() => void start()}>
          {tFactors('signIn.firstStart')}
        </Button>
      ) : (
        <form method="post" noValidate onSubmit={(event) => void confirm(event)} className="grid gap-4">
          <TotpSecret setUp={setUp} />
          <CodeField label={tFactors('setUp.code')} error={codeError} />
          <Button type="submit" variant="primary" isPending={isPending}>
            {tFactors('setUp.confirm')}
          </Button>
        </form>
      )}
      <CancelSignIn />
    </div>
  );
}
