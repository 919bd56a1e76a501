import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Scope } from '#lib/access/index.ts';
import { findScope } from '#lib/access/index.ts';
import { runTimeoutMs } from '#lib/accounting/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportedLists, listOrderedFiles, prepareExportFile } from '#lib/exports/index.ts';
import { withFixedDays } from '#lib/lists/filters/filter-times.ts';
import { listParameters, parseListQuery } from '#lib/lists/model/query.ts';
import { isMailConfigured, listMailStates, queueMail } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { hasRiskFilter } from '#lib/saved-views/model.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { findScheduledView } from './change-schedule.ts';
import { composeMail } from './compose-mail.ts';
import type { ReportContent } from './model/content.ts';
import { countWithoutRate, isOnList } from './model/content.ts';
import { findLastDue, findNextRun, findRunPeriod } from './model/next-run.ts';
import type { WrittenJournal } from './prepare-journal.ts';
import { prepareJournal } from './prepare-journal.ts';
import { isGuarded, listReadPermissions } from './report-permissions.ts';
import type { RunPerson, RunProblem } from './schema.ts';
import type { OpenRun } from './store.ts';
import {
  insertRun,
  listDueSchedules,
  listOpenRuns,
  lockRun,
  lockSchedule,
  updateRun,
  updateSchedule,
} from './store.ts';

/** Replaces the relative days of a view's address, such as `last-7-days`, by those of a moment. */
async function fixDays(
  businessId: BusinessId,
  list: ViewList,
  address: string,
  at: Instant,
): Promise<string> {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exportedLists[list], (name) => parameters.getAll(name).join(',') || null);
  const fixed = listParameters(await withFixedDays(businessId, query, at));
  for (const name of Object.keys(query.days)) {
    const days = fixed[name];
    if (days !== undefined) parameters.set(name, days);
  }
  return parameters.toString();
}

type Counts = { readonly started: number; readonly ended: number; readonly failed: number };

/**
 * Starts the runs that are due, and moves each run on: it prepares the report for everyone whose role allows it now, waits
 * for their files, and mails the links. Several processes may do this at once, because each step locks its run. Of runs that
 * were missed only the last one is made up for.
 */
export async function runSchedules(context: Context<SystemActor>, stop: AbortSignal): Promise<Counts> {
  const counts = { started: await startDueRuns(context, stop), ended: 0, failed: 0 };
  for (const open of await listOpenRuns()) {
    if (stop.aborted) break;
    const outcome = await moveOn(context, open);
    if (outcome === 'done') counts.ended += 1;
    if (outcome === 'failed') counts.failed += 1;
  }
  return counts;
}

async function startDueRuns(context: Context<SystemActor>, stop: AbortSignal): Promise<number> {
  let started = 0;
  for (const due of await listDueSchedules(context.clock.now())) {
    if (stop.aborted) break;
    started += await inTransaction(async (transaction) => {
      const schedule = await lockSchedule(transaction, due);
      // Another process started it, or a person changed it.
      if (schedule === null || schedule.isRemoved || schedule.isPaused) return 0;
      if (schedule.nextRunAt !== due.nextRunAt) return 0;
      const { timing, timeZone, nextRunAt } = schedule;
      const now = context.clock.now();
      const isDue = nextRunAt <= now;
      if (isDue) {
        const dueAt = findLastDue(timing, timeZone, nextRunAt, now);
        await insertRun(transaction, schedule, { dueAt, at: now, requestedBy: null });
      }
      // The business may have moved to another time zone.
      const next = { timeZone: due.zone, nextRunAt: findNextRun(timing, due.zone, now) };
      await updateSchedule(transaction, schedule, next);
      return isDue ? 1 : 0;
    });
  }
  return started;
}

/** A run that can't move on for this long has failed. */
const retryMs = 10 * 60_000;

type Outcome = 'open' | 'done' | 'failed';

async function moveOn(context: Context<SystemActor>, open: OpenRun): Promise<Outcome> {
  try {
    if (open.run.state === 'waiting') return await prepare(context, open);
    if (open.run.state === 'producing') return await mailFinishedFiles(context, open);
    return await settleMails(context, open);
  } catch (error) {
    context.log.error({ error, runId: open.run.runId }, 'a step of a scheduled report failed');
    // A short outage only delays a run.
    if (context.clock.now() - open.run.startedAt < retryMs) return 'open';
    return inTransaction(async (transaction) => {
      const run = await lockRun(transaction, open.run);
      return run === null ? 'open' : fail(transaction, context, open, 'unexpected', run.people);
    });
  }
}

/** Ends a run as failed. The entry in the audit log notifies people. */
async function fail(
  transaction: Transaction,
  context: Context<SystemActor>,
  { run, schedule }: OpenRun,
  problem: RunProblem,
  people: readonly RunPerson[] = [],
): Promise<Outcome> {
  const { businessId, runId, scheduleId } = run;
  await updateRun(transaction, run, { state: 'failed', problem, people, endedAt: context.clock.now() });
  await writeAudit(transaction, context, {
    businessId,
    action: 'schedule.fail',
    objectType: 'schedule',
    objectId: scheduleId,
    after: { name: schedule.name, runId, problem, isGuarded: isGuarded(schedule.subject) },
  });
  return 'failed';
}

/** Returns what the link of a run opens, or null if its saved view no longer exists. */
async function findContent({ run, schedule, zone }: OpenRun): Promise<ReportContent | null> {
  const { businessId, subject, timing } = schedule;
  if (!isOnList(subject)) {
    const period = findRunPeriod(timing.cadence, zone, run.dueAt);
    return subject.kind === 'journal'
      ? { ...subject, period, run: null, late: [], withoutRate: [], completeFor: null }
      : { ...subject, period };
  }
  const { list, viewId } = subject;
  const view = await findScheduledView(businessId, list, viewId, schedule.createdBy);
  if (viewId !== null && view === null) return null;
  const address = view?.query ?? '';
  const query = await fixDays(businessId, list, address, run.dueAt);
  // The view may have changed since the run was read.
  const withRisk = subject.withRisk || hasRiskFilter(address);
  if (subject.kind === 'view') return { kind: 'view', list, query, withRisk };
  return { kind: 'export', list, query, withRisk, format: subject.format };
}

type Recipient = { readonly personId: PersonId; readonly scope: Scope | null };

/** Returns what stores the file of each recipient. It runs before the transaction, because it reads. */
async function prepareFiles(
  context: Context<SystemActor>,
  { run, schedule, business: name, zone }: OpenRun,
  content: ReportContent,
  recipients: readonly Recipient[],
) {
  const { scheduleId } = schedule;
  const { expiresAt } = run;
  if (content.kind !== 'export') return new Map<string, never>();
  const { list, query, format } = content;
  const orders = await Promise.all(
    recipients.map(async ({ personId, scope }) => {
      if (scope === null) return [];
      const request = { personId, list, query, format, scheduleId, expiresAt };
      const order = await prepareExportFile(context, scope, { name, timeZone: zone }, request);
      return [[personId, order] as const];
    }),
  );
  return new Map(orders.flat());
}

/** Checks the roles of the recipients now, and orders their files or queues their mails. */
async function prepare(context: Context<SystemActor>, open: OpenRun): Promise<Outcome> {
  const { run, schedule } = open;
  const { businessId } = schedule;
  const content = await findContent(open);
  const needed = content === null ? [] : listReadPermissions(content);
  const at = context.clock.now();
  const recipients: Recipient[] = [];
  for (const personId of schedule.recipients) {
    const scope = await findScope(businessId, personId, at);
    recipients.push({ personId, scope: scope !== null && needed.every(scope.may) ? scope : null });
  }
  const orders = content === null ? null : await prepareFiles(context, open, content, recipients);
  const store = (writeJournal: ((transaction: Transaction) => Promise<WrittenJournal>) | null) =>
    inTransaction(
      async (transaction) => {
        const locked = await lockRun(transaction, run);
        if (locked === null) return 'open';
        if (content === null || orders === null) return fail(transaction, context, open, 'view');
        const people: RunPerson[] = [];
        for (const { personId, scope } of recipients) {
          const fileId = (await orders.get(personId)?.(transaction))?.fileId ?? null;
          people.push({ personId, isAllowed: scope !== null, fileId, mailId: null });
        }
        const allowed = people.filter(({ isAllowed }) => isAllowed);
        if (allowed.length === 0) return fail(transaction, context, open, 'recipients', people);
        const journal = writeJournal === null ? null : await writeJournal(transaction);
        if (journal === 'refused') return fail(transaction, context, open, 'journal', people);
        const produced = content.kind === 'journal' ? { ...content, ...journal } : content;
        await updateRun(transaction, run, { content: produced, people, state: 'producing' });
        const withContent = { ...open, run: { ...run, content: produced } };
        await writeAudit(transaction, context, {
          businessId,
          action: 'schedule.run',
          objectType: 'schedule',
          objectId: schedule.scheduleId,
          after: {
            name: schedule.name,
            runId: run.runId,
            content: produced,
            ...(countWithoutRate(produced) > 0 && { withoutRate: countWithoutRate(produced) }),
            recipients: allowed.map(({ personId }) => personId),
            notAllowed: people.filter(({ isAllowed }) => !isAllowed).map(({ personId }) => personId),
          },
        });
        if (content.kind === 'export') return 'open';
        return mailLinks(transaction, context, withContent, { people, problem: null });
      },
      'read-committed',
      writeJournal === null ? undefined : runTimeoutMs,
    );
  if (content?.kind !== 'journal') return store(null);
  const writeJournal = await prepareJournal(context, open, content);
  return withSnapshotReader((readSnapshot) =>
    store((transaction) => writeJournal(transaction, readSnapshot)),
  );
}

type Mailing = {
  readonly people: readonly RunPerson[];
  /** Why the report of another recipient is missing. */
  readonly problem: RunProblem | null;
};

/** Mails the link to everyone whose report is there. Without a mail server, they open it in the app. */
async function mailLinks(
  transaction: Transaction,
  context: Context<SystemActor>,
  open: OpenRun,
  { people, problem }: Mailing,
): Promise<Outcome> {
  const { run, schedule, business } = open;
  const at = context.clock.now();
  const isReady = ({ isAllowed, fileId }: RunPerson) =>
    isAllowed && (fileId !== null || schedule.subject.kind !== 'export');
  if (!isMailConfigured() || !people.some(isReady))
    return endRun(transaction, context, open, people, problem);
  const mailed = people.map((person) => (isReady(person) ? { ...person, mailId: randomUUID() } : person));
  const { businessId } = run;
  const mail = composeMail(schedule, run, business);
  await queueMail(
    transaction,
    mailed.flatMap(({ personId, mailId }) =>
      mailId === null ? [] : [{ ...mail, businessId, personId, mailId, at }],
    ),
  );
  await updateRun(transaction, run, { state: 'mailing', people: mailed, problem });
  return 'open';
}

/** Ends a run as done, or as failed with its problem. */
async function endRun(
  transaction: Transaction,
  context: Context<SystemActor>,
  open: OpenRun,
  people: readonly RunPerson[],
  problem: RunProblem | null,
): Promise<Outcome> {
  if (problem !== null) return fail(transaction, context, open, problem, people);
  await updateRun(transaction, open.run, { state: 'done', people, endedAt: context.clock.now() });
  return 'done';
}

/** Mails the links once all files have ended. A run without one of its files has failed. */
async function mailFinishedFiles(context: Context<SystemActor>, open: OpenRun): Promise<Outcome> {
  const { run, schedule } = open;
  const { businessId } = schedule;
  const files = await listOrderedFiles(
    businessId,
    run.people.flatMap(({ fileId }) => fileId ?? []),
  );
  const findFileState = ({ fileId }: RunPerson) => (fileId === null ? null : files.get(fileId)?.state);
  if (run.people.some((person) => findFileState(person) === 'running')) return 'open';
  const now = context.clock.now();
  const needed = run.content === null ? [] : listReadPermissions(run.content);
  const people = await Promise.all(
    run.people.map(async (person) => {
      const scope = await findScope(businessId, toId<PersonId>(person.personId), now);
      const isAllowed = person.isAllowed && scope !== null && needed.every(scope.may);
      const fileId = findFileState(person) === 'done' ? person.fileId : null;
      return { ...person, isAllowed, fileId };
    }),
  );
  const problem = people.some(({ isAllowed, fileId }) => isAllowed && fileId === null) ? 'file' : null;
  return inTransaction(async (transaction) => {
    if ((await lockRun(transaction, run)) === null) return 'open';
    if (!people.some(({ isAllowed }) => isAllowed))
      return fail(transaction, context, open, 'recipients', people);
    return mailLinks(transaction, context, open, { people, problem });
  });
}

/** Ends a run once each mail was sent, or given up. */
async function settleMails(context: Context<SystemActor>, open: OpenRun): Promise<Outcome> {
  const { run } = open;
  const states = await listMailStates(run.people.flatMap(({ mailId }) => mailId ?? []));
  const ended = [...states.values()];
  if (ended.includes('waiting')) return 'open';
  return inTransaction(async (transaction) => {
    if ((await lockRun(transaction, run)) === null) return 'open';
    const problem = run.problem ?? (ended.includes('failed') ? 'mail' : null);
    return endRun(transaction, context, open, run.people, problem);
  });
}
