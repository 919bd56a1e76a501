'use client';

import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSignIn } from '#lib/messages/access.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/**
 * Signs in with a passkey and opens `destination`, one of our paths. The code loads with the first press, because most
 * people use the form.
 */
export function PasskeySignIn({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const { take, isPending, refusal } = useSignInStep<string>();
  const signIn = () =>
    take(async () => ({
      refusal: await import('./sign-in-with-passkey.ts')
        .then(({ signInWithPasskey }) => signInWithPasskey())
        .catch(() => tSignIn('passkeyFailed')),
      next: destination,
    }));
  return (
    <div className="mt-4 grid gap-4">
      <Button isPending={isPending} isDisabled={!isHydrated} onPress={() => void signIn()}>
        {tSignIn('passkey')}
      </Button>
      {refusal !== null && <Banner tone="bad" title={refusal} />}
    </div>
  );
}
