import 'server-only';
import type * as z from 'zod';
import { findScope, requirePermission } from '#lib/access/index.ts';
import { readSettings } from '#lib/accounting/index.ts';
import { findBase, needsRate } from '#lib/accounting/model/targets.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tScheduleRefusals } from '#lib/messages/schedules.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { findBuiltInView, findView } from '#lib/saved-views/index.ts';
import { hasRiskFilter } from '#lib/saved-views/model.ts';
import type { ListView, ViewList } from '#lib/saved-views/schema.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid, toId } from '#lib/values/ids.ts';
import type { ReportSubject } from './model/content.ts';
import type { Timing } from './model/next-run.ts';
import { findNextRun } from './model/next-run.ts';
import { listManagePermissions, listReadPermissions } from './report-permissions.ts';
import type {
  ChangedSchedule,
  changeScheduleForm,
  createScheduleForm,
  pauseScheduleForm,
  scheduleForm,
} from './schema.ts';
import type { StoredSchedule } from './store.ts';
import {
  hasOpenRun,
  insertRun,
  insertSchedule,
  lockSchedule,
  markScheduleRemoved,
  updateSchedule,
} from './store.ts';

/** @throws Problem 'forbidden' if the person may not schedule the report */
function requireManager(context: Context<PersonActor>, businessId: BusinessId, subject: ReportSubject): void {
  for (const permission of listManagePermissions(subject)) requirePermission(context, businessId, permission);
}

/**
 * Reads on connections of its own, so it runs before a transaction.
 *
 * @throws Problem 'invalid' if the role of a recipient doesn't allow the report
 */
async function requireRecipients(
  context: Context<PersonActor>,
  businessId: BusinessId,
  subject: ReportSubject,
  recipients: readonly string[],
): Promise<readonly PersonId[]> {
  const people = [...new Set(recipients)].map(toId<PersonId>);
  const needed = listReadPermissions(subject);
  for (const personId of people) {
    const scope = await findScope(businessId, personId, context.clock.now());
    if (scope !== null && needed.every(scope.may)) continue;
    throw new Problem('invalid', tScheduleRefusals('notAllowed'), {
      fieldErrors: { recipients: [tScheduleRefusals('notAllowed')] },
    });
  }
  return people;
}

/** Returns a saved view of the list that the person can see, or one that the list has from the start. */
export async function findScheduledView(
  businessId: BusinessId,
  list: ViewList,
  viewId: string | null,
  personId: PersonId,
): Promise<Pick<ListView, 'query'> | null> {
  if (viewId === null) return null;
  if (!isUuid(viewId)) return findBuiltInView(list, viewId);
  const view = await inTransaction((transaction) => findView(transaction, businessId, viewId, personId));
  return view?.list === list ? view : null;
}

async function findSubject(
  context: Context<PersonActor>,
  { businessId, kind, list, viewId, currency, format, target, mode }: z.output<typeof createScheduleForm>,
): Promise<ReportSubject> {
  if (kind === 'all') return { kind };
  if (kind === 'statement' || kind === 'journal') {
    if (currency === null) throw new Problem('invalid', tScheduleRefusals('currency'));
    if (kind === 'statement') return { kind, currency };
    if (target === null || mode === null) throw new Problem('invalid', tScheduleRefusals('target'));
    // The service reports deposits in EUR. In other books, a person enters a rate for each file.
    const settings = await readSettings(businessId);
    if (needsRate(target, currency, settings) && findBase(target, settings) !== 'EUR')
      throw new Problem('invalid', tScheduleRefusals('rate'));
    return { kind, currency, target, mode };
  }
  if (list === null) throw new Problem('invalid', tScheduleRefusals('list'));
  const { personId } = context.actor;
  const view = await findScheduledView(businessId, list, viewId, personId);
  if (viewId !== null && view === null) throw new Problem('invalid', tScheduleRefusals('view'));
  const withRisk = view !== null && hasRiskFilter(view.query);
  const report = { list, viewId, withRisk };
  return kind === 'view' ? { kind, ...report } : { kind, ...report, format: format ?? 'xlsx' };
}

/** The audited content of a schedule. */
const toAudited = ({
  name,
  subject,
  timing,
  recipients,
}: Pick<StoredSchedule, 'name' | 'subject' | 'timing' | 'recipients'>) => ({
  name,
  ...subject,
  ...timing,
  recipients,
});

/**
 * Schedules a report for colleagues whose roles allow it.
 *
 * @throws Problem 'not-found', 'forbidden' and 'invalid'
 */
export async function createSchedule(
  context: Context<PersonActor>,
  input: z.output<typeof createScheduleForm>,
): Promise<ChangedSchedule> {
  const { businessId } = requirePermission(context, input.businessId, 'statement.read');
  const { name, cadence, day, hour } = input;
  const timing: Timing = { cadence, day, hour };
  const timeZone = await readTimeZone(context, businessId);
  const subject = await findSubject(context, input);
  requireManager(context, businessId, subject);
  const recipients = await requireRecipients(context, businessId, subject, input.recipients);
  return inTransaction(async (transaction) => {
    const at = context.clock.now();
    const schedule = {
      businessId,
      name,
      subject,
      timing,
      timeZone,
      recipients,
      createdBy: context.actor.personId,
      nextRunAt: findNextRun(timing, timeZone, at),
    };
    const scheduleId = await insertSchedule(transaction, schedule, at);
    await writeAudit(transaction, context, {
      businessId,
      action: 'schedule.create',
      objectType: 'schedule',
      objectId: scheduleId,
      after: toAudited(schedule),
    });
    return { scheduleId };
  });
}

/** Locks a schedule that the person may change. One that they may not know of doesn't exist for them. */
async function lockManaged(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  scheduleId: string,
): Promise<StoredSchedule> {
  const schedule = await lockSchedule(transaction, { businessId, scheduleId });
  const { may } = requirePermission(context, businessId, 'statement.read');
  if (schedule === null || !listReadPermissions(schedule.subject).every(may))
    throw new Problem('conflict', tScheduleRefusals('gone'));
  requireManager(context, businessId, schedule.subject);
  if (schedule.isRemoved) throw new Problem('conflict', tScheduleRefusals('gone'));
  return schedule;
}

/**
 * Changes the name, the time and the recipients of a schedule. The next run follows the new time.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid', and 'conflict' for a schedule that was removed
 */
export async function changeSchedule(
  context: Context<PersonActor>,
  input: z.output<typeof changeScheduleForm>,
): Promise<ChangedSchedule> {
  const { businessId } = requirePermission(context, input.businessId, 'statement.read');
  const { scheduleId, name, cadence, day, hour } = input;
  const timing: Timing = { cadence, day, hour };
  const timeZone = await readTimeZone(context, businessId);
  const { subject } = await inTransaction((transaction) =>
    lockManaged(transaction, context, businessId, scheduleId),
  );
  const recipients = await requireRecipients(context, businessId, subject, input.recipients);
  return inTransaction(async (transaction) => {
    const before = await lockManaged(transaction, context, businessId, scheduleId);
    const nextRunAt = findNextRun(timing, timeZone, context.clock.now());
    await updateSchedule(transaction, before, { name, timing, timeZone, recipients, nextRunAt });
    await writeAudit(transaction, context, {
      businessId,
      action: 'schedule.change',
      objectType: 'schedule',
      objectId: scheduleId,
      before: toAudited(before),
      after: toAudited({ ...before, name, timing, recipients }),
    });
    return { scheduleId };
  });
}

/**
 * Pauses or resumes a schedule. Runs that were missed in between are not made up for.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' for a schedule that was removed
 */
export async function pauseSchedule(
  context: Context<PersonActor>,
  input: z.output<typeof pauseScheduleForm>,
): Promise<ChangedSchedule> {
  const { businessId } = requirePermission(context, input.businessId, 'statement.read');
  const { scheduleId, isPaused } = input;
  const timeZone = await readTimeZone(context, businessId);
  return inTransaction(async (transaction) => {
    const before = await lockManaged(transaction, context, businessId, scheduleId);
    if (before.isPaused === isPaused) return { scheduleId };
    const nextRunAt = findNextRun(before.timing, timeZone, context.clock.now());
    await updateSchedule(transaction, before, { isPaused, timeZone, nextRunAt });
    await writeAudit(transaction, context, {
      businessId,
      action: isPaused ? 'schedule.pause' : 'schedule.resume',
      objectType: 'schedule',
      objectId: scheduleId,
      after: { name: before.name },
    });
    return { scheduleId };
  });
}

/**
 * Removes a schedule. Links that were sent work until they expire.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' for a schedule that was removed
 */
export async function removeSchedule(
  context: Context<PersonActor>,
  input: z.output<typeof scheduleForm>,
): Promise<ChangedSchedule> {
  const { businessId } = requirePermission(context, input.businessId, 'statement.read');
  const { scheduleId } = input;
  return inTransaction(async (transaction) => {
    const before = await lockManaged(transaction, context, businessId, scheduleId);
    await markScheduleRemoved(transaction, before, context.clock.now());
    await writeAudit(transaction, context, {
      businessId,
      action: 'schedule.remove',
      objectType: 'schedule',
      objectId: scheduleId,
      before: toAudited(before),
    });
    return { scheduleId };
  });
}

/**
 * Runs a schedule now, also while it is paused. The next run stays as it is.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' while a run has not ended
 */
export async function runScheduleNow(
  context: Context<PersonActor>,
  input: z.output<typeof scheduleForm>,
): Promise<ChangedSchedule> {
  const { businessId } = requirePermission(context, input.businessId, 'statement.read');
  const { scheduleId } = input;
  return inTransaction(async (transaction) => {
    const schedule = await lockManaged(transaction, context, businessId, scheduleId);
    if (await hasOpenRun(transaction, schedule)) throw new Problem('conflict', tScheduleRefusals('running'));
    const at = context.clock.now();
    const requestedBy = context.actor.personId;
    const runId = await insertRun(transaction, schedule, { dueAt: at, at, requestedBy });
    // Wakes the job.
    await announce(transaction, { businessId, topics: ['exports'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'schedule.run-now',
      objectType: 'schedule',
      objectId: scheduleId,
      after: { name: schedule.name, runId },
    });
    return { scheduleId };
  });
}
