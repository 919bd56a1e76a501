import 'server-only';
import * as z from 'zod';
import { journalModes } from '#lib/accounting/model/journal.ts';
import { journalTargets } from '#lib/accounting/model/targets.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { fileFormats } from '#lib/exports/schema.ts';
import { findBuiltInView } from '#lib/saved-views/index.ts';
import { hasRiskFilter } from '#lib/saved-views/model.ts';
import { viewLists } from '#lib/saved-views/schema.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { ReportContent, ReportSubject } from './model/content.ts';
import { isOnList, reportContent } from './model/content.ts';
import type { Timing } from './model/next-run.ts';
import { cadences } from './model/next-run.ts';
import type { RunPerson, RunProblem, RunState } from './schema.ts';
import { runPerson, runProblems, runStates } from './schema.ts';

export type StoredSchedule = {
  readonly businessId: BusinessId;
  readonly scheduleId: string;
  readonly name: string;
  readonly subject: ReportSubject;
  readonly timing: Timing;
  readonly timeZone: string;
  readonly recipients: readonly PersonId[];
  readonly isPaused: boolean;
  readonly isRemoved: boolean;
  readonly createdBy: PersonId;
  readonly nextRunAt: Instant;
};

const onList = { list: z.enum(viewLists), viewId: z.string().nullable(), withRisk: z.boolean() };
const storedSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('statement'), currency: z.string() }),
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('journal'),
    currency: z.string(),
    target: z.enum(journalTargets),
    mode: z.enum(journalModes),
  }),
  z.object({ kind: z.literal('view'), ...onList }),
  z.object({ kind: z.literal('export'), ...onList, format: z.enum(fileFormats) }),
]);

const scheduleRow = z
  .object({
    businessId: z.string().transform(toId<BusinessId>),
    scheduleId: z.string(),
    name: z.string(),
    cadence: z.enum(cadences),
    day: z.number().nullable(),
    hour: z.number(),
    timeZone: z.string(),
    recipients: z.array(z.string().transform(toId<PersonId>)),
    isPaused: z.boolean(),
    createdById: z.string().transform(toId<PersonId>),
    nextRunAt: z.date().transform(fromDate),
    removedAt: z.date().nullable(),
    viewId: z.string().nullable(),
    builtInView: z.string().nullable(),
  })
  .loose();

/** The views of these schedules, by ID. */
export type ScheduleViews = ReadonlyMap<string, { readonly name: string; readonly query: string }>;

type ViewColumns = {
  readonly businessId: string;
  readonly list: string | null;
  readonly viewId: string | null;
  readonly builtInView: string | null;
};

/** Returns the ID of the view of a row, or null for the whole list. */
export const findViewId = ({ viewId, builtInView }: Pick<ViewColumns, 'viewId' | 'builtInView'>) =>
  viewId ?? builtInView;

/** Reads the views of rows of the table. */
export async function readViews(
  client: Pick<Transaction, 'listView'>,
  rows: readonly ViewColumns[],
): Promise<ScheduleViews> {
  const viewIds = [...new Set(rows.flatMap(({ viewId }) => viewId ?? []))];
  const builtIn = rows.flatMap(
    ({ list, builtInView }) => findBuiltInView(list ?? '', builtInView ?? '') ?? [],
  );
  const known = new Map(builtIn.map(({ viewId, name, query }) => [viewId, { name, query }]));
  if (viewIds.length === 0) return known;
  const views = await client.listView.findMany({
    where: {
      businessId: { in: [...new Set(rows.map(({ businessId }) => businessId))] },
      viewId: { in: viewIds },
    },
    select: { viewId: true, name: true, query: true },
  });
  return new Map([...known, ...views.map(({ viewId, ...view }) => [viewId, view] as const)]);
}

/** Returns the subject as it is now: its view may filter by risk since it was set up. */
function withPresentRisk(subject: ReportSubject, views: ScheduleViews): ReportSubject {
  if (!isOnList(subject)) return subject;
  const query = views.get(subject.viewId ?? '')?.query ?? '';
  return { ...subject, withRisk: subject.withRisk || hasRiskFilter(query) };
}

/** Reads a row of the table. */
export function parseSchedule(row: unknown, views: ScheduleViews): StoredSchedule {
  const { cadence, day, hour, createdById: createdBy, ...schedule } = scheduleRow.parse(row);
  const { businessId, scheduleId, name, timeZone, recipients, isPaused, nextRunAt, removedAt } = schedule;
  return {
    businessId,
    scheduleId,
    name,
    timeZone,
    recipients,
    isPaused,
    createdBy,
    nextRunAt,
    isRemoved: removedAt !== null,
    subject: withPresentRisk(storedSubject.parse({ ...schedule, viewId: findViewId(schedule) }), views),
    timing: { cadence, day, hour },
  };
}

const toColumns = (subject: ReportSubject) => {
  if (!isOnList(subject)) return subject;
  const { viewId, ...columns } = subject;
  const isBuiltIn = viewId !== null && findBuiltInView(subject.list, viewId) !== null;
  return { ...columns, ...(isBuiltIn ? { builtInView: viewId } : { viewId }) };
};

type ScheduleKey = { readonly businessId: BusinessId; readonly scheduleId: string };
const toUniqueKey = ({ businessId, scheduleId }: ScheduleKey) => ({
  businessId_scheduleId: { businessId, scheduleId },
});

export async function insertSchedule(
  transaction: Transaction,
  schedule: Omit<StoredSchedule, 'scheduleId' | 'isPaused' | 'isRemoved'>,
  at: Instant,
): Promise<string> {
  const { businessId, name, subject, timing, timeZone, recipients, createdBy, nextRunAt } = schedule;
  const { scheduleId } = await transaction.reportSchedule.create({
    data: {
      businessId,
      name,
      timeZone,
      createdById: createdBy,
      ...toColumns(subject),
      ...timing,
      recipients: [...recipients],
      createdAt: toDate(at),
      nextRunAt: toDate(nextRunAt),
    },
    select: { scheduleId: true },
  });
  return scheduleId;
}

/** Locks a schedule until the transaction ends, also a removed one. Returns null if it never existed. */
export async function lockSchedule(
  transaction: Transaction,
  { businessId, scheduleId }: ScheduleKey,
): Promise<StoredSchedule | null> {
  await transaction.$queryRaw`SELECT FROM report_schedule WHERE business_id = ${businessId}::uuid
    AND schedule_id = ${scheduleId}::uuid FOR UPDATE`;
  const row = await transaction.reportSchedule.findUnique({
    where: { businessId_scheduleId: { businessId, scheduleId } },
  });
  return row === null ? null : parseSchedule(row, await readViews(transaction, [row]));
}

type ScheduleChanges = Partial<
  Pick<StoredSchedule, 'name' | 'timing' | 'timeZone' | 'recipients' | 'isPaused' | 'nextRunAt'>
>;

export async function updateSchedule(
  transaction: Transaction,
  key: ScheduleKey,
  { timing, recipients, nextRunAt, ...changes }: ScheduleChanges,
): Promise<void> {
  await transaction.reportSchedule.update({
    where: toUniqueKey(key),
    data: {
      ...changes,
      ...timing,
      ...(recipients !== undefined && { recipients: [...recipients] }),
      ...(nextRunAt !== undefined && { nextRunAt: toDate(nextRunAt) }),
    },
  });
}

/** Removes a schedule. Its row stays, for its runs. */
export async function markScheduleRemoved(
  transaction: Transaction,
  key: ScheduleKey,
  at: Instant,
): Promise<void> {
  await transaction.reportSchedule.update({ where: toUniqueKey(key), data: { removedAt: toDate(at) } });
}

/** Returns the active schedules that are due, or whose business has another time zone now, with that zone. */
export async function listDueSchedules(
  now: Instant,
): Promise<readonly (StoredSchedule & { readonly zone: string })[]> {
  const { rows } = await databasePool().query<{ id: string; zone: string }>(
    `SELECT s.schedule_id AS id, b.time_zone AS zone
       FROM report_schedule s JOIN business b ON b.id = s.business_id
      WHERE s.removed_at IS NULL AND NOT s.is_paused AND (s.next_run_at <= $1 OR s.time_zone <> b.time_zone)
      ORDER BY s.next_run_at LIMIT 200`,
    [toDate(now)],
  );
  const zones = new Map(rows.map(({ id, zone }) => [id, zone]));
  const found = await database().reportSchedule.findMany({
    where: { scheduleId: { in: [...zones.keys()] } },
    orderBy: { nextRunAt: 'asc' },
  });
  const views = await readViews(database(), found);
  return found.map((row) => {
    const schedule = parseSchedule(row, views);
    return { ...schedule, zone: zones.get(schedule.scheduleId) ?? schedule.timeZone };
  });
}

export type StoredRun = {
  readonly businessId: BusinessId;
  readonly runId: string;
  readonly scheduleId: string;
  readonly dueAt: Instant;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly requestedBy: string | null;
  readonly state: RunState;
  readonly problem: RunProblem | null;
  readonly content: ReportContent | null;
  readonly people: readonly RunPerson[];
  readonly expiresAt: Instant;
};

const runRow = z
  .object({
    businessId: z.string().transform(toId<BusinessId>),
    runId: z.string(),
    scheduleId: z.string(),
    dueAt: z.date().transform(fromDate),
    startedAt: z.date().transform(fromDate),
    endedAt: z
      .date()
      .nullable()
      .transform((at) => (at === null ? null : fromDate(at))),
    requestedById: z.string().nullable(),
    state: z.enum(runStates),
    problem: z.enum(runProblems).nullable(),
    content: reportContent.nullable(),
    people: z.array(runPerson),
    expiresAt: z.date().transform(fromDate),
  })
  .transform(({ requestedById: requestedBy, ...run }) => ({ ...run, requestedBy }));

export const parseRun = (row: unknown): StoredRun => runRow.parse(row);

const earlierRun = z.object({
  dueAt: z.date().transform(fromDate),
  startedAt: z.date().transform(fromDate),
  content: reportContent.nullable(),
});
type EarlierRun = z.infer<typeof earlierRun>;

/** The link of a run works for a week. */
const linkMs = 7 * 24 * 3_600_000;

export async function insertRun(
  transaction: Transaction,
  { businessId, scheduleId }: ScheduleKey,
  run: { readonly dueAt: Instant; readonly at: Instant; readonly requestedBy: PersonId | null },
): Promise<string> {
  const { dueAt, at, requestedBy } = run;
  const { runId } = await transaction.reportRun.create({
    data: {
      businessId,
      scheduleId,
      state: 'waiting',
      people: [],
      requestedById: requestedBy,
      dueAt: toDate(dueAt),
      startedAt: toDate(at),
      expiresAt: toDate(addMilliseconds(at, linkMs)),
    },
    select: { runId: true },
  });
  return runId;
}

/** More than the runs of a daily schedule until they are deleted. */
const maximumRuns = 1_000;

/** Returns the last runs of a schedule that were due before a run, the oldest first. */
export async function listEarlierRuns({
  businessId,
  scheduleId,
  dueAt,
}: Pick<StoredRun, 'businessId' | 'scheduleId' | 'dueAt'>): Promise<readonly EarlierRun[]> {
  const rows = await database().reportRun.findMany({
    where: { businessId, scheduleId, dueAt: { lt: toDate(dueAt) } },
    orderBy: { dueAt: 'desc' },
    take: maximumRuns,
    select: { dueAt: true, startedAt: true, content: true },
  });
  return rows.map((row) => earlierRun.parse(row)).toReversed();
}

/** Returns true if a run of the schedule has not ended. */
export const hasOpenRun = async (
  transaction: Transaction,
  { businessId, scheduleId }: ScheduleKey,
): Promise<boolean> =>
  (await transaction.reportRun.count({ where: { businessId, scheduleId, endedAt: null } })) > 0;

/** A run that has not ended, with its schedule, and the name and the time zone of its business. */
export type OpenRun = {
  readonly run: StoredRun;
  readonly schedule: StoredSchedule;
  readonly business: string;
  readonly zone: string;
};

/** Returns the runs that have not ended, the oldest first. */
export async function listOpenRuns(): Promise<readonly OpenRun[]> {
  const rows = await database().reportRun.findMany({
    where: { endedAt: null },
    orderBy: { startedAt: 'asc' },
    take: 1_000,
    include: { schedule: true },
  });
  const businesses = await database().business.findMany({
    where: { id: { in: [...new Set(rows.map(({ businessId }) => businessId))] } },
    select: { id: true, name: true, timeZone: true },
  });
  const byId = new Map(businesses.map((business) => [business.id, business]));
  const views = await readViews(
    database(),
    rows.map(({ schedule }) => schedule),
  );
  return rows.map(({ schedule, ...run }) => ({
    run: parseRun(run),
    schedule: parseSchedule(schedule, views),
    business: byId.get(run.businessId)?.name ?? '',
    zone: byId.get(run.businessId)?.timeZone ?? schedule.timeZone,
  }));
}

/** Locks a run in a state. Returns null if another process took it. */
export async function lockRun(
  transaction: Transaction,
  { businessId, runId, state }: Pick<StoredRun, 'businessId' | 'runId' | 'state'>,
): Promise<StoredRun | null> {
  const locked: unknown[] = await transaction.$queryRaw`
    SELECT run_id FROM report_run WHERE business_id = ${businessId}::uuid AND run_id = ${runId}::uuid
       AND state = ${state} FOR UPDATE SKIP LOCKED`;
  if (locked.length === 0) return null;
  const row = await transaction.reportRun.findUnique({
    where: { businessId_runId: { businessId, runId } },
  });
  return row === null ? null : parseRun(row);
}

export async function updateRun(
  transaction: Transaction,
  { businessId, runId }: Pick<StoredRun, 'businessId' | 'runId'>,
  changes: Partial<Pick<StoredRun, 'state' | 'problem' | 'people'>> & {
    readonly content?: ReportContent;
    readonly endedAt?: Instant;
  },
): Promise<void> {
  const { people, endedAt, ...others } = changes;
  await transaction.reportRun.update({
    where: { businessId_runId: { businessId, runId } },
    data: {
      ...others,
      ...(people !== undefined && { people: [...people] }),
      ...(endedAt !== undefined && { endedAt: toDate(endedAt) }),
    },
  });
}

const historyMs = 365 * 24 * 3_600_000;

/** Deletes runs that ended a year ago. Returns their number. */
export async function deleteOldRuns(now: Instant): Promise<number> {
  const { count } = await database().reportRun.deleteMany({
    where: { endedAt: { lt: toDate(addMilliseconds(now, -historyMs)) } },
  });
  return count;
}
