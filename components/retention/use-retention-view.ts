import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import { toast } from '#components/ui/toast.tsx';
import type { RetentionView } from '#lib/retention/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

type Errors = Readonly<Record<string, readonly string[] | undefined>>;

/** Holds the view, and runs actions that return the next one. Only one runs at a time. */
export function useRetentionView(initial: RetentionView) {
  const [view, setView] = useState(initial);
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  /** Returns the data of the action, or null if it failed. */
  async function act<Data extends RetentionView>(
    action: () => Promise<ActionResult<Data>>,
    failed: string,
  ): Promise<Data | null> {
    setPending(true);
    setErrors({});
    const result = await callAction(action);
    setPending(false);
    if (result?.ok) {
      setView(result.data);
      return result.data;
    }
    setErrors(result?.fieldErrors ?? {});
    const { title, detail } = toActionErrorMessage(result, { failed });
    toast.bad(title, { detail });
    return null;
  }
  return { view, isPending, errors, act };
}
