'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FailureMessages } from './action-error-message.ts';
import { actionErrorMessage } from './action-error-message.ts';

type SuccessMessage = { readonly title: string; readonly detail: string | undefined };

type ActionMessages<Data> = FailureMessages & {
  readonly done?: string | ((data: Data) => string | SuccessMessage);
};

/**
 * Runs server actions. It shows the result at once, then refreshes the queries of this kind, and is pending until they
 * are read. `refresh` also renders the page again on the server. The page of a case leaves that out, because each
 * rendering is recorded as a view of risk detail.
 */
export function useAction(businessId: string, kind: string, { refresh = false }: { refresh?: boolean } = {}) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  /** Returns the data of the action, or null when it failed. */
  const act = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    { done, ...messages }: ActionMessages<Data>,
  ): Promise<Data | null> => {
    setPending(true);
    const result = await action().catch(() => null);
    // The message does not wait for the refresh, which may take long.
    if (!result?.ok) {
      const { title, detail } = actionErrorMessage(result, messages);
      toast.bad(title, { detail });
    } else if (done !== undefined) {
      const message = typeof done === 'string' ? done : done(result.data);
      if (typeof message === 'string') toast.good(message);
      else toast.good(message.title, { detail: message.detail });
    }
    await queries.invalidateQueries({ queryKey: ['b', businessId, kind] });
    setPending(false);
    if (refresh) router.refresh();
    return result?.ok ? result.data : null;
  };
  return { act, isPending };
}
