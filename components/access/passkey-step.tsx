'use client';

import type { FormEvent } from 'react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { tPasskeys } from '#lib/messages/passkeys.ts';
import { CancelSignIn } from './cancel-sign-in.tsx';

/** Loads the code of passkeys with the first press, because most people enter a code. */
const passWithPasskey = (remember: boolean): Promise<string | null> =>
  import('./pass-with-passkey.ts')
    .then((file) => file.passWithPasskey(remember))
    .catch(() => tPasskeys('secondStep.failed'));

/** Passes the second step with a passkey and opens `destination`, one of our paths. */
export function usePasskeyStep(destination: string) {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function pass(remember: boolean): Promise<void> {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    const refusal = await passWithPasskey(remember);
    // Loads a new document, so that no data of another person stays in memory.
    if (refusal === null) return window.location.assign(destination);
    setProblem(refusal);
    setPending(false);
  }
  return { isPending, problem, pass };
}

/** The second step of a sign-in for a person whose only factor is a passkey. */
export function PasskeyStep({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const { isPending, problem, pass } = usePasskeyStep(destination);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void pass(new FormData(event.currentTarget).has('remember'));
  }
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
      <p className="text-muted text-sm">{tPasskeys('secondStep.lost')}</p>
      <CancelSignIn />
    </div>
  );
}
