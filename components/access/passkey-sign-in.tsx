'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSignIn } from '#lib/messages/sign-in.ts';

/**
 * Signs in with a passkey and opens `destination`, one of our paths. The code loads with the first press, because most
 * people use the form.
 */
export function PasskeySignIn({ destination }: { destination: string }) {
  const isHydrated = useHydrated();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function signIn() {
    setPending(true);
    setProblem(null);
    const refusal = await import('./sign-in-with-passkey.ts')
      .then(({ signInWithPasskey }) => signInWithPasskey())
      .catch(() => tSignIn('passkeyFailed'));
    // Loads a new document, so that no data of another person stays in memory.
    if (refusal === null) return window.location.assign(destination);
    setProblem(refusal);
    setPending(false);
  }
  return (
    <div className="mt-4 grid gap-4">
      <Button isPending={isPending} isDisabled={!isHydrated} onPress={() => void signIn()}>
        {tSignIn('passkey')}
      </Button>
      {problem !== null && <Banner tone="bad" title={problem} />}
    </div>
  );
}
