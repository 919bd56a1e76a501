'use client';

import { useState } from 'react';
import { toActionErrorMessage } from '#components/query/action-error-message.ts';
import { callAction } from '#components/query/call-action.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';

type TemplateActionProblem = { readonly title: string; readonly detail: string };

/** Runs actions on templates. A failure is returned as `problem` and by field, for the open dialog. */
export function useTemplateAction() {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<TemplateActionProblem | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Returns the data of the action, or null if it failed. */
  const act = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    failed: string,
  ): Promise<Data | null> => {
    setPending(true);
    setProblem(null);
    setErrors({});
    const result = await callAction(action);
    setPending(false);
    if (result?.ok) return result.data;
    setProblem(toActionErrorMessage(result, { failed }));
    setErrors(result?.fieldErrors ?? {});
    return null;
  };
  return { act, isPending, problem, errors };
}
