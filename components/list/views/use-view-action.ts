'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import { tListViews } from '#lib/messages/list-views.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { formLevelError } from '../table/form-level-error.ts';

/**
 * Runs an action on views. On success it refreshes the page or opens the address that `toAddress` returns, on failure it
 * shows a toast. `fields` show their own errors.
 */
export function useViewAction(fields: readonly string[]) {
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const act = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    failureTitle: string,
    toAddress?: (data: Data) => string,
  ): Promise<boolean> => {
    setPending(true);
    const result = await callAction(action);
    setPending(false);
    setErrors(result === null || result.ok ? {} : result.fieldErrors);
    if (result?.ok) {
      if (toAddress) router.replace(toAddress(result.data), { scroll: false });
      else router.refresh();
      return true;
    }
    const detail = result === null ? tListViews('connectionLost') : formLevelError(result, fields);
    if (detail !== null) toast.bad(failureTitle, { detail });
    return false;
  };
  return { act, isPending, errors };
}
