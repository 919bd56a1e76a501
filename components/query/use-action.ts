'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FailureWords } from './action-error-message.ts';
import { actionErrorMessage } from './action-error-message.ts';

type Said = { readonly title: string; readonly detail: string | undefined };

type Words<Data> = FailureWords & {
  readonly done?: string | ((data: Data) => string | Said);
};

/**
 * Runs verbs of a server: says at once how each went, then brings everything of this kind up to date, and is pending
 * until it is. `refresh` makes the server draw the page anew; the page of a case goes without, because each of its
 * pictures is a view of risk detail.
 */
export function useAction(businessId: string, kind: string, { refresh = false }: { refresh?: boolean } = {}) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  /** Null: it failed. */
  const act = async <Data>(
    doing: () => Promise<ActionResult<Data>>,
    { done, ...words }: Words<Data>,
  ): Promise<Data | null> => {
    setPending(true);
    const result = await doing().catch(() => null);
    // Before anything is read again: that may take long, and what was done is done.
    if (!result?.ok) {
      const { title, detail } = actionErrorMessage(result, words);
      toast.bad(title, { detail });
    } else if (done !== undefined) {
      const said = typeof done === 'string' ? done : done(result.data);
      if (typeof said === 'string') toast.good(said);
      else toast.good(said.title, { detail: said.detail });
    }
    await queries.invalidateQueries({ queryKey: ['b', businessId, kind] });
    setPending(false);
    if (refresh) router.refresh();
    return result?.ok ? result.data : null;
  };
  return { act, isPending };
}
