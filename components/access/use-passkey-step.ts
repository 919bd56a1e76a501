'use client';

import { tPasskeys } from '#lib/messages/factors.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/** Loads the code of passkeys with the first press, because most people enter a code. */
const completeStepWithPasskey = (remember: boolean): Promise<string | null> =>
  import('./complete-step-with-passkey.ts')
    .then((file) => file.completeStepWithPasskey(remember))
    .catch(() => tPasskeys('secondStep.failed'));

/** Passes the second step with a passkey and opens `destination`, one of our paths. */
export function usePasskeyStep(destination: string) {
  const { take, isPending, refusal } = useSignInStep<string>();
  const pass = (remember: boolean) =>
    take(async () => ({ refusal: await completeStepWithPasskey(remember), next: destination }));
  return { isPending, problem: refusal, pass };
}
