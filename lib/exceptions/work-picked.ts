import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList, longestNote } from './model.ts';
import { countExceptions, listAssignees, listSelectedExceptions } from './queries.ts';
import type { SelectedWorkResult, WorkExceptionForm, WorkSelectedForm } from './schema.ts';
import { MoreCame, requireOwner, workException } from './work-exception.ts';

/**
 * Gives, resolves or opens again the picked exceptions, each by itself and with its own entry in the audit log. What came
 * since all that matched were picked is none of them, and is counted alone. Those that are so already, that somebody else
 * has just worked on, or whose note would grow too long, are left as they are and counted; those that would be resolved
 * and by now do not fit in another way than was shown are left and counted by themselves. Throws Problem 'not-found',
 * 'forbidden', 'conflict' where too many are picked, and 'invalid' for an owner who can't have them.
 */
export async function workSelected(
  context: Context<PersonActor>,
  { businessId: business, address, filtered, act }: WorkSelectedForm,
): Promise<SelectedWorkResult> {
  const { businessId } = requirePermission(context, business, 'annotate');
  // Before the first is changed: a refusal says that none was.
  if (act.kind === 'assign') requireOwner(await listAssignees(businessId), act.ownerId);
  const { rows: picked, named } = await listSelectedExceptions(businessId, context.actor.personId, address);
  const later = await cameLater(context, businessId, filtered, picked.length);
  let done = 0;
  let unseen = 0;
  for (const row of picked) {
    const work = workOn(row, act);
    if (work === null) continue;
    const { kind, subjectId, version } = row;
    try {
      await workException(context, {
        ...{ businessId, kind, subjectId, version, ...work },
        states: shownOf(row, act),
      });
      done += 1;
    } catch (failure) {
      if (failure instanceof MoreCame) unseen += 1;
      else if (!(failure instanceof Problem) || !leavesOne.has(failure.code)) throw failure;
    }
  }
  return { done, left: Math.max(named, picked.length) - done - unseen, unseen, later };
}

/** Refusals of one that say nothing of the others: somebody was faster, or it or its owner has gone meanwhile. */
const leavesOne: ReadonlySet<ProblemCode> = new Set(['conflict', 'not-found', 'invalid']);

/** What whoever decides knows of it: of what is resolved, only what was shown to them. */
const shownOf = ({ subjectId, states }: ExceptionRow, act: WorkSelectedForm['act']): readonly string[] =>
  act.kind === 'resolve' && act.shown !== null ? (act.shown[subjectId] ?? []) : states;

/** What matches now beside those that were picked. */
async function cameLater(
  context: Context<PersonActor>,
  businessId: BusinessId,
  filtered: string | null,
  picked: number,
): Promise<ListCount> {
  if (filtered === null) return { count: 0, more: false };
  const given = new URLSearchParams(filtered);
  const { query } = readListQuery(exceptionList, (name) => given.get(name));
  const { count, more } = await countExceptions(context, businessId, query);
  return { count: Math.max(0, count - picked), more };
}

type Work = Pick<WorkExceptionForm, 'ownerId' | 'note' | 'resolved'>;

/** Null: nothing is to be done about this one. */
function workOn(row: ExceptionRow, act: WorkSelectedForm['act']): Work | null {
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
