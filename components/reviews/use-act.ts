'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';

/**
 * Runs a verb of the desk: says how it went, then brings queue and case up to date. Null: it failed. `refresh` makes
 * the server draw the page anew; the page of a case goes without, because each of its pictures is a view of risk detail.
 */
export function useAct(businessId: string, { refresh = false }: { refresh?: boolean } = {}) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const act = async <Data>(
    doing: () => Promise<ActionResult<Data>>,
    words: { failed: string; done?: string | ((data: Data) => string) },
  ): Promise<Data | null> => {
    setPending(true);
    const result = await doing().catch(() => null);
    await queries.invalidateQueries({ queryKey: ['b', businessId, 'reviews'] });
    setPending(false);
    if (refresh) router.refresh();
    if (result === null) {
      toast.bad(words.failed, { detail: 'The connection was lost. Try again.' });
      return null;
    }
    if (!result.ok) {
      const details = Object.values(result.fieldErrors).flat();
      toast.bad(words.failed, { detail: details[0] ?? result.message });
      return null;
    }
    const { done } = words;
    if (done !== undefined) toast.good(typeof done === 'string' ? done : done(result.data));
    return result.data;
  };
  return { act, isPending };
}
