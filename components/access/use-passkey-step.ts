'use client';

import { useState } from 'react';
import { tPasskeys } from '#lib/messages/passkeys.ts';

/** Loads the code of passkeys with the first press, because most people enter a code. */
const completeStepWithPasskey = (remember: boolean): Promise<string | null> =>
  import('./complete-step-with-passkey.ts')
    .then((file) => file.completeStepWithPasskey(remember))
    .catch(() => tPasskeys('secondStep.failed'));

/** Passes the second step with a passkey and opens `destination`, one of our paths. */
export function usePasskeyStep(destination: string) {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function pass(remember: boolean): Promise<void> {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    const refusal = await completeStepWithPasskey(remember);
    // Loads a new document, so that no data of another person stays in memory.
    if (refusal === null) return window.location.assign(destination);
    setProblem(refusal);
    setPending(false);
  }
  return { isPending, problem, pass };
}
