'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { tQuery } from '#lib/messages/query.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import type { FailureMessages } from './action-error-message.ts';
import { toActionErrorMessage } from './action-error-message.ts';
import { callAction } from './call-action.ts';
import { formLevelError } from './form-level-error.ts';

type SuccessMessage = {
  /** Neutral: nothing has changed. */
  readonly tone?: 'good' | 'neutral';
  readonly title: string;
  readonly detail?: string | undefined;
  /** A button of the message, such as "Undo". */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
};

export type ActionMessages<Data> = FailureMessages & {
  /** Null: the outcome needs no message. */
  readonly done?: string | ((data: Data) => string | SuccessMessage | null);
};

export type ActionOptions = {
  readonly businessId?: string;
  /** The kinds of queries that are read again afterwards. */
  readonly kind?: string | readonly string[];
  /** Renders the page again on the server. */
  readonly refresh?: boolean;
  /** The name of the object. The message of a failure begins with it. */
  readonly about?: string;
  /** The form or dialog shows `problem` itself, so there is no message. */
  readonly inForm?: boolean;
  /** Fields that show their own errors. Only other errors are in the message. */
  readonly fields?: readonly string[];
};

/** Why the last action failed. */
export type ActionProblem = {
  /** Null: no answer arrived. */
  readonly failure: Failure | null;
  readonly title: string;
  readonly detail: string;
  readonly fieldErrors: FieldErrors;
};

const noErrors: FieldErrors = {};

/**
 * Runs server actions, one at a time. It shows the result at once, then refreshes the queries of these kinds, and is
 * pending until they are read.
 */
export function useAction({
  businessId = '',
  kind = [],
  refresh = false,
  about,
  inForm = false,
  fields = [],
}: ActionOptions) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActionProblem | null>(null);
  const cause = useId();
  const report = (failure: Failure | null, messages: FailureMessages) => {
    const { title, detail } = toActionErrorMessage(failure, messages);
    setProblem({ failure, title, detail, fieldErrors: failure?.fieldErrors ?? noErrors });
    if (inForm) return;
    const shown = failure === null || fields.length === 0 ? detail : formLevelError(failure, fields);
    if (shown === null) return;
    toast.bad(about === undefined ? title : tQuery('about', { object: about, title }), {
      detail: shown,
      cause,
    });
  };
  /** Returns the data of the action, or null when it failed. */
  const act = async <Data>(
    action: () => Promise<ActionResult<Data>>,
    { done, ...messages }: ActionMessages<Data>,
  ): Promise<Data | null> => {
    setPending(true);
    setProblem(null);
    const result = await callAction(action);
    // The message does not wait for the refresh, which may take long.
    if (!result?.ok) report(result, messages);
    else if (done !== undefined) {
      const message = typeof done === 'string' ? done : done(result.data);
      if (typeof message === 'string') toast.good(message, { cause });
      else if (message !== null)
        toast[message.tone ?? 'good'](message.title, {
          detail: message.detail,
          action: message.action,
          cause,
        });
    }
    await Promise.all(
      [kind].flat().map((one) => queries.invalidateQueries({ queryKey: ['b', businessId, one] })),
    );
    setPending(false);
    if (refresh && (result?.ok || !inForm)) router.refresh();
    return result?.ok ? result.data : null;
  };
  return {
    act,
    isPending,
    problem,
    /** The errors of the last action by field. */
    errors: problem?.fieldErrors ?? noErrors,
    clear: () => setProblem(null),
  };
}
