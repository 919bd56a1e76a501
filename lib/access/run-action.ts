import 'server-only';
import { createSafeActionClient } from 'next-safe-action';
import * as z from 'zod';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countAction } from '#lib/platform/metrics.ts';
import { traceSpan } from '#lib/platform/tracing.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import type { FieldErrors } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { requireActionContext } from './current-context.ts';
import { toFailure } from './failure.ts';
import { requireOwnOrigin } from './origin.ts';
import { runInRequestSlot } from './person-limits.ts';
import { currentRequestIds } from './request-id.ts';

/**
 * Groups messages by the path of their field, such as `contacts.0.email`. Messages about the whole form are under
 * `form`.
 */
function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = issue.path.join('.') || 'form';
    errors[path] = [...(errors[path] ?? []), issue.message];
  }
  return errors;
}

/** The client of all actions. It checks the origin and the schema of the action, then runs the verb. */
const publicClient = createSafeActionClient({
  handleServerError: async (thrown) => {
    const { log, requestId } = createContext({ kind: 'system', name: 'action' }, await currentRequestIds());
    return toFailure(thrown, requestId, log);
  },
});

/** The client of actions of signed-in people. It checks the session first. */
const client = publicClient
  .use(async ({ next }) => {
    const context = await requireActionContext();
    return runInRequestSlot(context.actor.personId, () => next({ ctx: { context } }));
  })
  .use(async ({ next }) => {
    await requireOwnOrigin();
    return next();
  });

/** Makes every text of an input storable, so that no verb has to think of it. */
function toStorable(input: unknown): unknown {
  if (typeof input === 'string') return storableText(input);
  if (Array.isArray(input)) return input.map(toStorable);
  if (typeof input !== 'object' || input === null || Object.getPrototypeOf(input) !== Object.prototype)
    return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [storableText(name), toStorable(value)]),
  );
}

async function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Promise<z.output<Schema>> {
  const parsed = await schema.safeParseAsync(toStorable(input));
  if (parsed.success) return parsed.data;
  throw new Problem('invalid', tAccess('checkFields'), { fieldErrors: toFieldErrors(parsed.error.issues) });
}

function toResult<Data>({
  data,
  serverError,
}: {
  data?: { readonly value: Data } | undefined;
  serverError?: Failure | undefined;
}): ActionResult<Data> {
  if (serverError !== undefined) return serverError;
  if (data === undefined) throw new Error('the action returned neither data nor an error');
  return { ok: true, data: data.value };
}

/** A minified build shortens the names of functions. */
const readableName = /^[a-z][A-Za-z]{3,}$/;

/** Measures an action by its outcome. `name` is the name of its verb. */
async function measureAction<Data>(
  name: string,
  run: () => Promise<ActionResult<Data>>,
): Promise<ActionResult<Data>> {
  const began = performance.now();
  const action = readableName.test(name) ? name : 'other';
  return traceSpan(
    { name: `action ${action}`, kind: 'internal', attributes: { 'countinghouse.action': action } },
    async (span) => {
      const result = await run();
      const outcome = result.ok ? 'done' : result.code;
      countAction({ action, outcome, seconds: (performance.now() - began) / 1_000 });
      span.add({ 'countinghouse.outcome': outcome });
      return result;
    },
  );
}

/**
 * Creates a server action from a verb: `export const createPaymentAction = runAction(createPaymentForm,
 * createPayment)`. The verb checks the permission and writes the audit entry, so that both hold for every caller.
 */
export function runAction<Schema extends z.ZodType, Data>(
  schema: Schema,
  verb: (context: Context<PersonActor>, input: z.output<Schema>) => Promise<Data>,
): (input: z.input<Schema>) => Promise<ActionResult<Data>> {
  const action = client.inputSchema(z.unknown()).action(async ({ ctx, parsedInput }) => ({
    value: await verb(ctx.context, await parseInput(schema, parsedInput)),
  }));
  return async (input) => measureAction(verb.name, async () => toResult(await action(input)));
}

/**
 * Creates a server action that needs no session, such as setting a password by a one-time link. The verb itself checks
 * the secret of its input. `name` is the actor in the audit log.
 */
export function runPublicAction<Schema extends z.ZodType, Data>(
  name: string,
  schema: Schema,
  verb: (context: Context<SystemActor>, input: z.output<Schema>) => Promise<Data>,
): (input: z.input<Schema>) => Promise<ActionResult<Data>> {
  const action = publicClient.inputSchema(z.unknown()).action(async ({ parsedInput }) => {
    await requireOwnOrigin();
    const context = createContext<SystemActor>({ kind: 'system', name }, await currentRequestIds());
    return { value: await verb(context, await parseInput(schema, parsedInput)) };
  });
  return async (input) => measureAction(verb.name, async () => toResult(await action(input)));
}
