'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { tPasskeys, tReauthentication } from '#lib/messages/factors.ts';
import {
  reauthenticateWithPasskeyAction,
  startPasskeyReauthenticationAction,
} from '#lib/passkeys/actions.ts';

type Options = Extract<
  Awaited<ReturnType<typeof startPasskeyReauthenticationAction>>,
  { readonly ok: true }
>['data']['options'];

/** A challenge of the server works for five minutes. */
const freshMs = 4 * 60_000;

/** Confirms the person with a passkey. Shows nothing to people without one. */
export function PasskeyMethod({
  businessId,
  isPending,
  onPending,
  onProblem,
  onConfirmed,
}: {
  businessId: string;
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  onProblem: (problem: string | null) => void;
  onConfirmed: () => void;
}) {
  const [started, setStarted] = useState<{ readonly options: Options; readonly at: number } | null>(null);
  useEffect(() => {
    let isShown = true;
    startPasskeyReauthenticationAction({ businessId })
      .then((result) => {
        if (isShown && result.ok) setStarted({ options: result.data.options, at: performance.now() });
      })
      // The password still works.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [businessId]);

  /** A challenge works once, so each further attempt needs another one. */
  async function findOptions(): Promise<Options> {
    const current = started;
    setStarted((last) => last && { ...last, at: Number.NEGATIVE_INFINITY });
    if (current !== null && performance.now() - current.at < freshMs) return current.options;
    const result = await startPasskeyReauthenticationAction({ businessId });
    return result.ok ? result.data.options : null;
  }

  async function confirm(): Promise<string | null> {
    const options = await findOptions();
    if (options === null) return tPasskeys('reauthentication.refused');
    const { signWithPasskey } = await import('./passkey-browser.ts');
    const signed = await signWithPasskey(options);
    if (!signed.ok) return signed.problem;
    const assertion = { ...signed.response, type: 'public-key' as const };
    const result = await reauthenticateWithPasskeyAction({ businessId, assertion });
    return result.ok ? null : result.message;
  }

  async function press(): Promise<void> {
    onPending(true);
    onProblem(null);
    const problem = await confirm().catch(() => tReauthentication('connectionLost'));
    onPending(false);
    if (problem === null) onConfirmed();
    else onProblem(problem);
  }

  if (started === null || started.options === null) return null;
  return (
    <Button isDisabled={isPending} onPress={() => void press()}>
      {tPasskeys('reauthentication.button')}
    </Button>
  );
}
