'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tFactors, tPasskeys } from '#lib/messages/factors.ts';
import { CancelSignIn } from './cancel-sign-in.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { usePasskeyStep } from './use-passkey-step.ts';

/** The second step of a sign-in for a person whose only factor is a passkey. */
export function PasskeyStep({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const { isPending, problem, pass } = usePasskeyStep(destination);
  const [usesCode, setUsesCode] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void pass(new FormData(event.currentTarget).has('remember'));
  }
  if (usesCode) return <SecondFactorForm destination={destination} hasApp={false} hasPasskey />;
  return (
    <div className="grid gap-4">
      <form method="post" onSubmit={submit} className="grid gap-4">
        <h1 className="font-semibold text-xl">{tPasskeys('secondStep.title')}</h1>
        <p className="text-muted">{tPasskeys('secondStep.detail')}</p>
        {problem !== null && <Banner tone="bad" title={problem} />}
        <Checkbox name="remember" label={tFactors('signIn.remember')} />
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
          {tPasskeys('secondStep.button')}
        </Button>
      </form>
      <Button variant="quiet" isDisabled={!isHydrated || isPending} onPress={() => setUsesCode(true)}>
        {tFactors('signIn.recoveryButton')}
      </Button>
      <p className="text-muted text-sm">{tPasskeys('secondStep.lost')}</p>
      <CancelSignIn />
    </div>
  );
}
