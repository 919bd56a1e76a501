'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { tQuery } from '#lib/messages/shell.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FailureMessages } from './action-error-message.ts';
import { formLevelError } from './form-level-error.ts';
import type { ActionProblem } from './use-action-call.ts';
import { useActionCall } from './use-action-call.ts';

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
  const { call, ...state } = useActionCall();
  const cause = useId();
  const report = ({ failure, title, detail }: ActionProblem) => {
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
    return call(action, messages, async (result, problem) => {
      // The message does not wait for the refresh, which may take long.
      if (problem !== null) {
        if (!inForm) report(problem);
      } else if (result?.ok && done !== undefined) {
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
      if (refresh && (problem === null || !inForm)) router.refresh();
    });
  };
  return { act, ...state };
}
