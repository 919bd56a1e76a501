'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { ActionResult } from '#lib/values/action-result.ts';
import { formLevelError } from '../table/form-level-error.ts';

/**
 * Runs a verb on views: says where it failed, and draws the page anew where it did not, or the one that its answer leads
 * to. `fields` are those that show their errors themselves.
 */
export function useViewAction(fields: readonly string[]) {
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const act = async <Data>(
    doing: () => Promise<ActionResult<Data>>,
    failed: string,
    leadsTo?: (data: Data) => string,
  ): Promise<boolean> => {
    setPending(true);
    const result = await doing().catch(() => null);
    setPending(false);
    setErrors(result === null || result.ok ? {} : result.fieldErrors);
    if (result?.ok) {
      if (leadsTo) router.replace(leadsTo(result.data), { scroll: false });
      else router.refresh();
      return true;
    }
    const detail = result === null ? 'The connection was lost. Try again.' : formLevelError(result, fields);
    if (detail !== null) toast.bad(failed, { detail });
    return false;
  };
  return { act, isPending, errors };
}
