'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Runs a verb of the callbacks: says where it failed, and brings everything about callbacks up to date. Answers whether it was done. */
export function useReprocessing(businessId: string) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const act = async <Data>(doing: () => Promise<ActionResult<Data>>, failed: string): Promise<boolean> => {
    setPending(true);
    const result = await doing().catch(() => null);
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'callbacks'] });
    setPending(false);
    if (result === null) toast.bad(failed, { detail: 'The connection was lost. Try again.' });
    else if (!result.ok) {
      const [detail] = Object.values(result.fieldErrors).flat();
      toast.bad(failed, { detail: detail ?? result.message });
    }
    return result?.ok === true;
  };
  return { act, isPending };
}
