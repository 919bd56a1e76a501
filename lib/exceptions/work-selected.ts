import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList, maximumNoteLength } from './model.ts';
import { countExceptions, listAssignees, listSelectedExceptions } from './queries.ts';
import type { SelectedWorkResult, WorkExceptionForm, WorkSelectedForm } from './schema.ts';
import { requireAssignee, UnseenStatesError, workException } from './work-exception.ts';

/**
 * Assigns, resolves or reopens the selected exceptions, each in its own transaction and with its own audit entry.
 * Exceptions that match only since the selection are counted, not changed. Unchanged ones are counted as well: already
 * in the wanted state, changed by a colleague at the same time, or with a note that would grow too long. Those with
 * reasons that were not shown are counted separately and not resolved.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' if too many are selected, 'invalid' if the person can't be
 * assigned.
 */
export async function workSelected(
  context: Context<PersonActor>,
  { businessId: business, address, filtered, act }: WorkSelectedForm,
): Promise<SelectedWorkResult> {
  const { businessId } = requirePermission(context, business, 'annotate');
  // Checked before the first change, so that a refusal means that none was changed.
  if (act.kind === 'assign') requireAssignee(await listAssignees(businessId), act.ownerId);
  const { rows: selected, named } = await listSelectedExceptions(businessId, context.actor.personId, address);
  const addedSince = await countAddedSince(context, businessId, filtered, selected.length);
  let done = 0;
  let unseen = 0;
  for (const row of selected) {
    const work = toWork(row, act);
    if (work === null) continue;
    const { kind, subjectId, version } = row;
    try {
      await workException(context, {
        businessId,
        kind,
        subjectId,
        version,
        ...work,
        states: listShownStates(row, act),
      });
      done += 1;
    } catch (failure) {
      if (failure instanceof UnseenStatesError) unseen += 1;
      else if (!(failure instanceof Problem) || !skippedCodes.has(failure.code)) throw failure;
    }
  }
  return { done, unchanged: Math.max(named, selected.length) - done - unseen, unseen, addedSince };
}

/** Refusals that concern one exception only: a colleague was faster, or it or its assignee no longer exists. */
const skippedCodes: ReadonlySet<ProblemCode> = new Set(['conflict', 'not-found', 'invalid']);

/** Returns the reasons that the person has seen. Only resolving depends on them. */
const listShownStates = (
  { subjectId, states }: ExceptionRow,
  act: WorkSelectedForm['act'],
): readonly string[] =>
  act.kind === 'resolve' && act.shown !== null ? (act.shown[subjectId] ?? []) : states;

/** Counts what matches now beyond the selected exceptions. */
async function countAddedSince(
  context: Context<PersonActor>,
  businessId: BusinessId,
  filtered: string | null,
  selected: number,
): Promise<ListCount> {
  if (filtered === null) return { count: 0, more: false };
  const parameters = new URLSearchParams(filtered);
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  const { count, more } = await countExceptions(context, businessId, query);
  return { count: Math.max(0, count - selected), more };
}

type Work = Pick<WorkExceptionForm, 'ownerId' | 'note' | 'resolved' | 'reason'>;

/** Returns the new state of one exception, or null if it stays unchanged. */
function toWork(row: ExceptionRow, act: WorkSelectedForm['act']): Work | null {
  const ownerId = row.owner?.personId ?? null;
  const resolved = row.resolvedAt !== null;
  switch (act.kind) {
    case 'assign':
      return act.ownerId === ownerId
        ? null
        : { ownerId: act.ownerId, note: row.note, resolved, reason: row.resolutionReason };
    case 'reopen':
      return resolved ? { ownerId, note: row.note, resolved: false } : null;
    case 'resolve': {
      const note = [row.note, act.note].filter((part) => part !== '').join('\n');
      return resolved || note.length > maximumNoteLength
        ? null
        : { ownerId, note, resolved: true, reason: act.reason };
    }
  }
}
