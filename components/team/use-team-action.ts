'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';

type Messages<Data> = { readonly failed: string; readonly done?: (data: Data) => string };

export type ActionProblem = { readonly title: string; readonly detail: string };

/**
 * Runs actions of the Team page and renders the page again afterwards. A failure is returned as `problem`, for the open
 * dialog.
 */
export function useTeamAction() {
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem | null>(null);
  /** Returns the data of the action, or null if it failed. */
  async function act<Data>(
    action: () => Promise<ActionResult<Data>>,
    { failed, done }: Messages<Data>,
  ): Promise<Data | null> {
    setPending(true);
    setProblem(null);
    const result = await callAction(action);
    setPending(false);
    if (!result?.ok) {
      setProblem(toActionErrorMessage(result, { failed }));
      return null;
    }
    if (done !== undefined) toast.good(done(result.data));
    router.refresh();
    return result.data;
  }
  return { act, isPending, problem, clear: () => setProblem(null) };
}
