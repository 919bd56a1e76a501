'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { tQuery } from '#lib/messages/query.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FailureMessages } from './action-error-message.ts';
import { toActionErrorMessage } from './action-error-message.ts';
import { callAction } from './call-action.ts';

type SuccessMessage = {
  readonly title: string;
  readonly detail?: string | undefined;
  /** A button of the message, such as "Undo". */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};

type ActionMessages<Data> = FailureMessages & {
  readonly done?: string | ((data: Data) => string | SuccessMessage);
};

/**
 * Runs server actions. It shows the result at once, then refreshes the queries of this kind, and is pending until they
 * are read. The message of a failure begins with `about`, the name of the object. `refresh` also renders the page again
 * on the server. The page of a case leaves that out, because each
 * rendering is recorded as a view of risk detail.
 */
export function useAction(
  businessId: string,
  kind: string,
  { refresh = false, about }: { refresh?: boolean; about?: string } = {},
) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const cause = useId();
  /** Returns the data of the action, or null when it failed. */
  const act = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    { done, ...messages }: ActionMessages<Data>,
  ): Promise<Data | null> => {
    setPending(true);
    const result = await callAction(action);
    // The message does not wait for the refresh, which may take long.
    if (!result?.ok) {
      const { title, detail } = toActionErrorMessage(result, messages);
      toast.bad(about === undefined ? title : tQuery('about', { object: about, title }), { detail, cause });
    } else if (done !== undefined) {
      const message = typeof done === 'string' ? done : done(result.data);
      if (typeof message === 'string') toast.good(message, { cause });
      else toast.good(message.title, { detail: message.detail, action: message.action, cause });
    }
    await queries.invalidateQueries({ queryKey: ['b', businessId, kind] });
    setPending(false);
    if (refresh) router.refresh();
    return result?.ok ? result.data : null;
  };
  return { act, isPending };
}
