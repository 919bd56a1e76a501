import 'server-only';
import type { Permission, Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { hasPermission } from '#lib/access/permissions.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import { listOrderedFiles } from '#lib/exports/index.ts';
import { isMailConfigured, listMailStates } from '#lib/mail/index.ts';
import { tScheduleRefusals } from '#lib/messages/schedules.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listBuiltInViews, listViews } from '#lib/saved-views/index.ts';
import { hasRiskFilter } from '#lib/saved-views/model.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import { viewLists } from '#lib/saved-views/schema.ts';
import { listStatementChoices } from '#lib/statements/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { isRole } from '#lib/values/roles.ts';
import type { ReportKind } from './model/content.ts';
import { countWithoutRate } from './model/content.ts';
import { journalFormPath } from './model/journal-form-path.ts';
import { listManagePermissions, listReadPermissions } from './report-permissions.ts';
import type {
  Delivery,
  OpenedRun,
  ReportChoice,
  RunPerson,
  RunView,
  SchedulesView,
  ScheduleView,
} from './schema.ts';
import type { StoredRun, StoredSchedule } from './store.ts';
import { findViewId, parseRun, parseSchedule, readViews } from './store.ts';

/** The runs that the history shows, of each schedule. */
const shownRuns = 10;

const readNames = async (ids: readonly string[]): Promise<(id: string) => string> => {
  const people = await database().person.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
};

type Found = {
  readonly schedule: StoredSchedule;
  readonly runs: readonly StoredRun[];
  readonly viewName: string | null;
};

/** Returns the schedules that the person may know of: those that they may manage, or that are for them. */
async function findSchedules(
  { personId }: PersonActor,
  { businessId, may }: Scope,
): Promise<readonly (Found & { readonly mayChange: boolean })[]> {
  const rows = await database().reportSchedule.findMany({
    where: { businessId, removedAt: null },
    orderBy: [{ name: 'asc' }, { scheduleId: 'asc' }],
    include: { runs: { orderBy: { startedAt: 'desc' }, take: shownRuns } },
  });
  const views = await readViews(database(), rows);
  return rows.flatMap(({ runs, ...row }) => {
    const schedule = parseSchedule(row, views);
    if (!listReadPermissions(schedule.subject).every(may)) return [];
    const mayChange = listManagePermissions(schedule.subject).every(may);
    if (!mayChange && !schedule.recipients.includes(personId)) return [];
    const viewName = views.get(findViewId(row) ?? '')?.name ?? null;
    return [{ schedule, runs: runs.map(parseRun), viewName, mayChange }];
  });
}

type MailStates = Awaited<ReturnType<typeof listMailStates>>;

function toDelivery(run: StoredRun, person: RunPerson, mails: MailStates): Delivery {
  if (!person.isAllowed) return 'notAllowed';
  if (person.mailId === null) {
    if (run.endedAt === null) return 'waiting';
    return run.state === 'failed' ? 'failed' : 'app';
  }
  const state = mails.get(person.mailId) ?? 'sent';
  return state === 'sent' ? 'mailed' : state;
}

/** Returns true if the person may open the link of a run: it is there, and it has not expired. */
const isOpenFor = (run: StoredRun, personId: string, now: number): boolean =>
  run.content !== null &&
  (run.state === 'mailing' || run.endedAt !== null) &&
  now < run.expiresAt &&
  run.people.some((person) => person.personId === personId && isReady(run, person));

const isReady = ({ content }: StoredRun, { isAllowed, fileId }: RunPerson): boolean =>
  isAllowed && (content?.kind !== 'export' || fileId !== null);

/** Returns the reports that the person may schedule, and who may receive each. */
async function listChoices(
  context: Context<PersonActor>,
  { businessId, may }: Scope,
  members: readonly { readonly personId: string; readonly role: string }[],
): Promise<readonly ReportChoice[]> {
  const listPeople = (needed: readonly Permission[]) =>
    members.flatMap(({ personId, role }) =>
      isRole(role) && needed.every((permission) => hasPermission(role, permission)) ? [personId] : [],
    );
  const found = new Map<ViewList, ReturnType<typeof listViews>>();
  const readViews = (list: ViewList) => {
    const views = found.get(list) ?? listViews(context, businessId, list);
    found.set(list, views);
    return views;
  };
  const createChoice = async (kind: ReportKind, list: ReportChoice['list']): Promise<ReportChoice[]> => {
    const report =
      kind === 'view' || kind === 'export'
        ? list !== null && ({ kind, list, withRisk: false } as const)
        : ({ kind } as const);
    if (!report) return [];
    if (!listManagePermissions(report).every(may)) return [];
    const views = list === null ? [] : [...listBuiltInViews(list), ...(await readViews(list))];
    const needed = listReadPermissions(report);
    return [
      {
        kind,
        list,
        views: views.map(({ viewId, name }) => ({ viewId, name })),
        people: listPeople(needed),
        riskPeople: listPeople([...needed, 'risk.read']),
        riskViews: views.filter(({ query }) => hasRiskFilter(query)).map(({ viewId }) => viewId),
      },
    ];
  };
  const choices = await Promise.all([
    createChoice('statement', null),
    createChoice('all', null),
    createChoice('journal', null),
    ...viewLists.flatMap((list) => [createChoice('view', list), createChoice('export', list)]),
  ]);
  return choices.flat();
}

const listMembers = async (businessId: BusinessId) =>
  (
    await database().membership.findMany({
      where: { businessId, disabledAt: null, person: { disabledAt: null } },
      select: { role: true, person: { select: { id: true, name: true } } },
      orderBy: [{ person: { name: 'asc' } }, { personId: 'asc' }],
    })
  ).map(({ role, person }) => ({ role, personId: person.id, name: person.name }));

/**
 * Returns the schedules that the person may manage or receives, with their newest runs, and what they may schedule.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readSchedules(context: Context<PersonActor>, business: string): Promise<SchedulesView> {
  const scope = requirePermission(context, business, 'statement.read');
  const { businessId } = scope;
  const { personId } = context.actor;
  const now = context.clock.now();
  const [found, timeZone, members] = await Promise.all([
    findSchedules(context.actor, scope),
    readTimeZone(context, businessId),
    listMembers(businessId),
  ]);
  const choices = await listChoices(context, scope, members);
  const shown = found.flatMap(({ schedule, runs }) => [
    ...[schedule.createdBy, ...schedule.recipients],
    ...runs.flatMap((run) => [run.requestedBy ?? [], run.people.map((person) => person.personId)].flat()),
  ]);
  const [nameOf, mails] = await Promise.all([
    readNames(shown),
    listMailStates(
      found.flatMap(({ runs }) => runs.flatMap((run) => run.people.flatMap(({ mailId }) => mailId ?? []))),
    ),
  ]);
  const toRun = (run: StoredRun, isManager: boolean): RunView => {
    const { runId, startedAt, endedAt, expiresAt, state, problem, requestedBy } = run;
    const count = countWithoutRate(run.content);
    const people = isManager ? run.people : run.people.filter((person) => person.personId === personId);
    return {
      runId,
      startedAt,
      endedAt,
      expiresAt,
      state,
      problem,
      withoutRate: count === 0 ? null : { count, path: journalFormPath(run.content) },
      requestedBy: requestedBy === null ? null : nameOf(requestedBy),
      recipients: people.map((person) => ({
        personId: person.personId,
        name: nameOf(person.personId),
        delivery: toDelivery(run, person, mails),
      })),
      isMine: isOpenFor(run, personId, now),
    };
  };
  const schedules = found.map(({ schedule, runs, viewName, mayChange }): ScheduleView => {
    const { scheduleId, name, subject, timing, isPaused, nextRunAt } = schedule;
    const recipients = mayChange ? schedule.recipients : schedule.recipients.filter((id) => id === personId);
    return {
      scheduleId,
      name,
      subject,
      timing,
      isPaused,
      viewName,
      mayChange,
      nextRunAt: isPaused ? null : nextRunAt,
      recipients: recipients.map((id) => ({ personId: id, name: nameOf(id) })),
      createdBy: nameOf(schedule.createdBy),
      runs: runs
        .filter((run) => mayChange || run.people.some((person) => person.personId === personId))
        .map((run) => toRun(run, mayChange)),
    };
  });
  const offered = new Set(choices.flatMap(({ people, riskPeople }) => [...people, ...riskPeople]));
  const { currencies } =
    choices.length === 0 ? { currencies: [] } : await listStatementChoices(context, businessId);
  return {
    schedules,
    timeZone,
    choices,
    currencies,
    isMailOn: isMailConfigured(),
    people: members
      .filter((member) => offered.has(member.personId))
      .map((member) => ({ personId: member.personId, name: member.name })),
  };
}

/**
 * Returns what the link of a run opens for one of its recipients, as long as their role allows it. Once it has expired, it
 * opens nothing.
 *
 * @throws Problem 'not-found', also for people who are no recipients, and 'forbidden'
 */
export async function openRun(
  context: Context<PersonActor>,
  business: string,
  runId: string,
): Promise<OpenedRun> {
  const { businessId, may } = requirePermission(context, business, 'statement.read');
  const { personId } = context.actor;
  const gone = () => new Problem('not-found', tScheduleRefusals('runGone'));
  const row = isUuid(runId)
    ? await database().reportRun.findUnique({
        where: { businessId_runId: { businessId, runId } },
        include: { schedule: true },
      })
    : null;
  if (row === null) throw gone();
  const run = parseRun(row);
  const { name } = row.schedule;
  const { content, startedAt, expiresAt } = run;
  const person = run.people.find((one) => one.personId === personId);
  if (content === null || person === undefined || !isReady(run, person)) throw gone();
  if (!listReadPermissions(content).every(may)) throw gone();
  const { fileId } = person;
  const file = fileId === null ? undefined : (await listOrderedFiles(businessId, [fileId])).get(fileId);
  const head = { name, startedAt, expiresAt };
  if (!isOpenFor(run, personId, context.clock.now())) return { ...head, opened: null };
  return {
    ...head,
    opened: {
      content,
      file:
        fileId === null || file === undefined
          ? null
          : { fileId, fileName: file.fileName, hasRiskDetail: file.hasRiskDetail },
      mayExport: may('statement.export'),
    },
  };
}
