import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { OnMade } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tExceptionWork } from '#lib/messages/exceptions.ts';
import { readMentions } from '#lib/people/index.ts';
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

/** The exception has reasons that were not shown to the person who resolves it. */
export class UnseenStatesError extends Problem {
  constructor(states: readonly string[]) {
    const labels = exceptionList.filters.state.choices.flatMap(({ value, label }) =>
      states.includes(value) ? [label] : [],
    );
    super('conflict', tExceptionWork('errors.newReasons', { reasons: labels.join(', ') }));
  }
}

/**
 * Assigns an exception, stores its note, resolves or reopens it. A resolution covers the current reasons: a new
 * reason reopens the exception.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' if the person can't be assigned, 'conflict' if the version is
 * outdated.
 * @throws UnseenStatesError if it has reasons that the person was not shown.
 */
export async function workException(
  context: Context<PersonActor>,
  form: WorkExceptionForm,
  onMade?: OnMade,
): Promise<{ version: number }> {
  const { businessId } = requirePermission(context, form.businessId, 'annotate', 'exceptions:write');
  const { kind, subjectId, ownerId, version } = form;
  const note = storableText(form.note);
  if (!isUuid(subjectId)) throw new Problem('not-found', tExceptionWork('errors.notFound'));
  const subject = { businessId, kind, subjectId: subjectId.toLowerCase() };
  const assignees = await listAssignees(businessId);
  return inTransaction(async (transaction) => {
    const states = await readExceptionStates(transaction, subject);
    if (states === null) throw new Problem('not-found', tExceptionWork('errors.notFound'));
    const before = await lockException(transaction, subject);
    if ((before?.version ?? 0) !== version) throw new Problem('conflict', tExceptionWork('errors.changed'));
    if (ownerId !== before?.ownerId) requireAssignee(assignees, ownerId);
    await onMade?.(transaction, subject.subjectId);
    const at = context.clock.now();
    const previous = before?.resolution ?? null;
    const reason = form.reason ?? null;
    await storeException(transaction, subject, {
      ownerId,
      note,
      resolution: form.resolved
        ? toResolution(previous, { states, reason, by: context.actor.personId, at }, form.states)
        : null,
      at,
      version: version + 1,
    });
    // A program leaves the draft of its token's maker.
    if (context.actor.token === undefined)
      await deleteDraft(transaction, {
        businessId,
        personId: context.actor.personId,
        form: 'exception-work',
        subject: subject.subjectId,
      });
    const written = { text: note, earlier: before?.note ?? '', permission: 'read' as const };
    const mentions = await readMentions(transaction, businessId, written);
    await writeAudit(transaction, context, {
      businessId,
      action: 'exception.work',
      objectType: kind === 'payment' ? 'payment' : 'payment-intent',
      objectId: subject.subjectId,
      ...(before !== null && {
        before: {
          ownerId: before.ownerId,
          note: before.note,
          resolved: previous !== null,
          ...(previous?.reason && { reason: previous.reason }),
        },
      }),
      after: {
        ownerId,
        note,
        resolved: form.resolved,
        states,
        ...(form.resolved && reason && { reason }),
        ...mentions,
      },
    });
    await announce(
      transaction,
      kind === 'payment'
        ? { businessId, topics: ['exceptions', 'payments'], ids: [subject.subjectId] }
        : { businessId, topics: ['exceptions'] },
    );
    return { version: version + 1 };
  });
}

/**
 * Accepts null, which unassigns.
 *
 * @throws Problem 'invalid' if the person is not among the assignees.
 */
export function requireAssignee(assignees: readonly Colleague[], ownerId: string | null): void {
  if (ownerId !== null && !assignees.some(({ personId }) => personId === ownerId))
    throw new Problem('invalid', tExceptionWork('errors.assignee'), {
      fieldErrors: { ownerId: [tExceptionWork('errors.assigneeField')] },
    });
}

/**
 * Keeps an earlier resolution that still covers all reasons of the exception, with its author and time. A person who resolves it for another
 * reason becomes its author.
 */
function toResolution(
  previous: Resolution | null,
  current: Resolution,
  shown: readonly string[],
): Resolution {
  const isKept =
    previous !== null &&
    previous.reason === current.reason &&
    current.states.every((state) => previous.states.includes(state));
  if (isKept) return previous;
  const unseen = current.states.filter((state) => !shown.includes(state));
  if (unseen.length > 0) throw new UnseenStatesError(unseen);
  return current;
}
