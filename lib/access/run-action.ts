import 'server-only';
import { createSafeActionClient } from 'next-safe-action';
import * as z from 'zod';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { requireContext } from './current-context.ts';
import { toFailure } from './failure.ts';
import { requireOurOrigin } from './origin.ts';
import { currentRequestIds } from './request-id.ts';

/** Messages by the path of their field, `contacts.0.email`; those of the whole form stand under `form`. */
function fieldErrorsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = issue.path.join('.') || 'form';
    errors[path] = [...(errors[path] ?? []), issue.message];
  }
  return errors;
}

/** The one client of all actions: session, then Origin, then the action's own schema, then its verb. */
const client = createSafeActionClient({
  handleServerError: async (thrown) => {
    const { log, requestId } = createContext({ kind: 'system', name: 'action' }, await currentRequestIds());
    return toFailure(thrown, requestId, log);
  },
})
  .use(async ({ next }) => next({ ctx: { context: await requireContext() } }))
  .use(async ({ next }) => {
    await requireOurOrigin();
    return next();
  });

/**
 * Makes a server action of a verb: `export const createPaymentAction = runAction(createPaymentForm, createPayment)`.
 * The verb checks the permission and writes the audit row itself, so that it holds whoever calls it.
 */
export function runAction<Schema extends z.ZodType, Data>(
  schema: Schema,
  verb: (context: Context<PersonActor>, input: z.output<Schema>) => Promise<Data>,
): (input: z.input<Schema>) => Promise<ActionResult<Data>> {
  const action = client.inputSchema(z.unknown()).action(async ({ ctx, parsedInput }) => {
    const parsed = await schema.safeParseAsync(parsedInput);
    if (!parsed.success)
      throw new Problem('invalid', 'Some fields need another look.', {
        fieldErrors: fieldErrorsOf(parsed.error.issues),
      });
    return { value: await verb(ctx.context, parsed.data) };
  });
  return async (input) => {
    const { data, serverError } = await action(input);
    if (serverError !== undefined) return serverError;
    if (data === undefined) throw new Error('the action answered neither data nor an error');
    return { ok: true, data: data.value };
  };
}
