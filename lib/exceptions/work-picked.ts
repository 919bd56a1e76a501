import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { ExceptionRow } from './model.ts';
import { longestNote } from './model.ts';
import { pickedExceptions } from './queries.ts';
import type { WorkExceptionForm, WorkPickedForm } from './schema.ts';
import { workException } from './work-exception.ts';

/**
 * Gives, resolves or opens again the picked exceptions, each by itself and with its own entry in the audit log. Those
 * that are so already, that somebody else has just worked on, or whose note would grow too long, are left as they are
 * and counted. Throws Problem 'not-found', 'forbidden', 'conflict' where too many are picked, and 'invalid' for an owner
 * who can't have them.
 */
export async function workPicked(
  context: Context<PersonActor>,
  { businessId: business, address, act }: WorkPickedForm,
): Promise<{ readonly done: number; readonly left: number }> {
  const { businessId } = requirePermission(context, business, 'annotate');
  const picked = await pickedExceptions(businessId, context.actor.personId, address);
  let done = 0;
  for (const row of picked) {
    const work = workOn(row, act);
    if (work === null) continue;
    const { kind, subjectId, version } = row;
    try {
      await workException(context, { businessId, kind, subjectId, version, ...work });
      done += 1;
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.code !== 'conflict') throw failure;
    }
  }
  return { done, left: picked.length - done };
}

type Work = Pick<WorkExceptionForm, 'ownerId' | 'note' | 'resolved'>;

/** Null: nothing is to be done about this one. */
function workOn(row: ExceptionRow, act: WorkPickedForm['act']): Work | null {
  const ownerId = row.owner?.personId ?? null;
  const resolved = row.resolvedAt !== null;
  switch (act.kind) {
    case 'assign':
      return act.ownerId === ownerId ? null : { ownerId: act.ownerId, note: row.note, resolved };
    case 'reopen':
      return resolved ? { ownerId, note: row.note, resolved: false } : null;
    case 'resolve': {
      const note = [row.note, act.note].filter((part) => part !== '').join('\n');
      return resolved || note.length > longestNote ? null : { ownerId, note, resolved: true };
    }
  }
}
