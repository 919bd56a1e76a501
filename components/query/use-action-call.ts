'use client';

import { useState } from 'react';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import type { FailureMessages } from './action-error-message.ts';
import { toActionErrorMessage } from './action-error-message.ts';
import { callAction } from './call-action.ts';

/** Why the last action failed. */
export type ActionProblem = {
  /** Null: no answer arrived. */
  readonly failure: Failure | null;
  readonly title: string;
  readonly detail: string;
  readonly fieldErrors: FieldErrors;
};

const noErrors: FieldErrors = {};

/** Runs server actions, one at a time, on pages that show the failure themselves, such as those without a session. */
export function useActionCall() {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem | null>(null);
  /** Returns the data of the action, or null if it failed. Stays pending until `settle` has run, too. */
  const call = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    messages: FailureMessages,
    settle?: (result: ActionResult<Data> | null, problem: ActionProblem | null) => Promise<unknown>,
  ): Promise<Data | null> => {
    setPending(true);
    setProblem(null);
    const result = await callAction(action);
    const failure = result?.ok ? null : result;
    const found = result?.ok
      ? null
      : {
          failure,
          ...toActionErrorMessage(failure, messages),
          fieldErrors: failure?.fieldErrors ?? noErrors,
        };
    setProblem(found);
    await settle?.(result, found);
    setPending(false);
    return result?.ok ? result.data : null;
  };
  return {
    call,
    isPending,
    problem,
    /** The errors of the last action by field. */
    errors: problem?.fieldErrors ?? noErrors,
    clear: () => setProblem(null),
  };
}
