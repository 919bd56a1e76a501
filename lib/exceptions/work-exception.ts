import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { Colleague } from './model.ts';
import { exceptionList } from './model.ts';
import { listAssignees } from './queries.ts';
import type { WorkExceptionForm } from './schema.ts';
import type { Resolution } from './store.ts';
import { lockException, readExceptionStates, storeException } from './store.ts';

/** Since it was shown to whoever resolves it, it ceased to fit in yet another way. */
export class MoreCame extends Problem {
  constructor(states: readonly string[]) {
    const words = exceptionList.filters.state.choices.flatMap(({ value, label }) =>
      states.includes(value) ? [`“${label}”`] : [],
    );
    super('conflict', `${words.join(' and ')} came since you looked. Look at it again, then resolve it.`);
  }
}

/**
 * Gives an exception to somebody, notes what was found out, resolves it or opens it again. What is resolved is what
 * does not fit now: should anything else cease to fit, it opens by itself. Throws Problem 'not-found', 'forbidden',
 * 'invalid' for an owner who can't have it, 'conflict' where somebody else was faster, and MoreCame where it would
 * resolve what whoever resolves it was not shown.
 */
export async function workException(
  context: Context<PersonActor>,
  form: WorkExceptionForm,
): Promise<{ version: number }> {
  const { businessId } = requirePermission(context, form.businessId, 'annotate');
  const { kind, subjectId, ownerId, version } = form;
  const note = storableText(form.note);
  if (!isUuid(subjectId)) throw new Problem('not-found', 'There is no such exception.');
  const subject = { businessId, kind, subjectId: subjectId.toLowerCase() };
  const owners = await listAssignees(businessId);
  return inTransaction(async (transaction) => {
    const states = await readExceptionStates(transaction, subject);
    if (states === null) throw new Problem('not-found', 'There is no such exception.');
    const before = await lockException(transaction, subject);
    if ((before?.version ?? 0) !== version)
      throw new Problem('conflict', 'Somebody else has just worked on this. Look at it again.');
    if (ownerId !== before?.ownerId) requireOwner(owners, ownerId);
    const at = context.clock.now();
    const held = before?.resolution ?? null;
    await storeException(transaction, subject, {
      ownerId,
      note,
      resolution: form.resolved
        ? resolutionOf(held, { states, by: context.actor.personId, at }, form.states)
        : null,
      at,
      version: version + 1,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'exception.work',
      objectType: kind === 'payment' ? 'payment' : 'payment-intent',
      objectId: subject.subjectId,
      ...(before !== null && {
        before: { ownerId: before.ownerId, note: before.note, resolved: held !== null },
      }),
      after: { ownerId, note, resolved: form.resolved, states },
    });
    await announce(transaction, { businessId, topics: ['exceptions'] });
    return { version: version + 1 };
  });
}

/** Throws Problem 'invalid' where none of these is to have it. Null: nobody is. */
export function requireOwner(owners: readonly Colleague[], ownerId: string | null): void {
  if (ownerId !== null && !owners.some((one) => one.personId === ownerId))
    throw new Problem('invalid', 'This person can’t have it.', {
      fieldErrors: { ownerId: ['Choose somebody from finance, or an owner'] },
    });
}

/** Whoever changes something else about it has not resolved it anew: that stays whose it was, and when. */
function resolutionOf(held: Resolution | null, now: Resolution, shown: readonly string[]): Resolution {
  if (held !== null && now.states.every((state) => held.states.includes(state))) return held;
  const more = now.states.filter((state) => !shown.includes(state));
  if (more.length > 0) throw new MoreCame(more);
  return now;
}
