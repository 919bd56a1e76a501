import * as z from 'zod';
import { journalModes } from '#lib/accounting/model/journal.ts';
import { journalTargets } from '#lib/accounting/model/targets.ts';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { fileFormats } from '#lib/exports/schema.ts';
import { tScheduleRefusals } from '#lib/messages/schedules.ts';
import type { ListView, ViewList } from '#lib/saved-views/schema.ts';
import { viewLists } from '#lib/saved-views/schema.ts';
import { settlementCurrency } from '#lib/statements/schema-currency.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ReportContent, ReportSubject } from './model/content.ts';
import { reportKinds } from './model/content.ts';
import type { Timing } from './model/next-run.ts';
import { cadences } from './model/next-run.ts';

const name = z
  .string()
  .trim()
  .min(1, tScheduleRefusals('name'))
  .max(80, tScheduleRefusals('nameTooLong'))
  .refine(
    (text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text) && text.isWellFormed(),
    tScheduleRefusals('nameCharacters'),
  );
const recipients = z
  .array(z.uuid(), tScheduleRefusals('recipients'))
  .min(1, tScheduleRefusals('recipients'))
  .max(50, tScheduleRefusals('tooManyRecipients'));

const timing = {
  cadence: z.enum(cadences),
  /** The day of the week from 1 (Monday), or of the month. Null: every day. */
  day: z.number().int().min(1).max(31).nullable(),
  hour: z.number().int().min(0).max(23),
};
const fitsCadence = ({ cadence, day }: Pick<Timing, 'cadence' | 'day'>): boolean =>
  cadence === 'daily' ? day === null : day !== null && (cadence === 'monthly' || day <= 7);

const dayProblem = { message: tScheduleRefusals('day'), path: ['day'] };

export const createScheduleForm = z
  .object({
    businessId: businessIdInput,
    name,
    kind: z.enum(reportKinds),
    /** The list of a view or an export, and its saved or built-in view. Null: the whole list. */
    list: z.enum(viewLists).nullable(),
    viewId: z.union([z.uuid(), z.string().regex(/^[a-z-]{1,40}$/)]).nullable(),
    /** The settlement currency of a statement or an accounting file. */
    currency: settlementCurrency.nullable(),
    format: z.enum(fileFormats).nullable(),
    /** The program of an accounting file, and its entries. */
    target: z.enum(journalTargets).nullable(),
    mode: z.enum(journalModes).nullable(),
    ...timing,
    recipients,
  })
  .refine(fitsCadence, dayProblem);

/** Everything but the report itself can change. */
export const changeScheduleForm = z
  .object({ businessId: businessIdInput, scheduleId: z.uuid(), name, ...timing, recipients })
  .refine(fitsCadence, dayProblem);

export const scheduleForm = z.object({ businessId: businessIdInput, scheduleId: z.uuid() });
export const pauseScheduleForm = scheduleForm.extend({ isPaused: z.boolean() });

export type ChangedSchedule = { readonly scheduleId: string };

/** A recipient of a run. */
export const runPerson = z.object({
  personId: z.string(),
  /** False: the role did not allow the report when it ran. */
  isAllowed: z.boolean(),
  /** The file of an export, and the mail with the link. */
  fileId: z.string().nullable(),
  mailId: z.string().nullable(),
});
export type RunPerson = z.infer<typeof runPerson>;

export const runStates = ['waiting', 'producing', 'mailing', 'done', 'failed'] as const;
export type RunState = (typeof runStates)[number];

export const runProblems = ['view', 'recipients', 'file', 'journal', 'mail', 'unexpected'] as const;
export type RunProblem = (typeof runProblems)[number];

/** How a recipient got the link. `app` is without a mail server, `dropped` after the role or the mail server changed. */
export type Delivery = 'notAllowed' | 'waiting' | 'mailed' | 'failed' | 'dropped' | 'app';

type NamedPerson = { readonly personId: string; readonly name: string };

export type RunView = {
  readonly runId: string;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly expiresAt: Instant;
  readonly state: RunState;
  readonly problem: RunProblem | null;
  /** Entries that its accounting files leave out, with the address of the form that takes their rate. Null: none. */
  readonly withoutRate: { readonly count: number; readonly path: string } | null;
  /** Null: the schedule started it. */
  readonly requestedBy: string | null;
  readonly recipients: readonly (NamedPerson & { readonly delivery: Delivery })[];
  /** True if this person may open its link. */
  readonly isMine: boolean;
};

export type ScheduleView = {
  readonly scheduleId: string;
  readonly name: string;
  readonly subject: ReportSubject;
  /** The name of the saved view. Null: the whole list, a statement, or a view that was deleted. */
  readonly viewName: string | null;
  readonly timing: Timing;
  readonly isPaused: boolean;
  /** Null while paused. */
  readonly nextRunAt: Instant | null;
  readonly recipients: readonly NamedPerson[];
  readonly createdBy: string;
  readonly mayChange: boolean;
  /** The newest runs first. */
  readonly runs: readonly RunView[];
};

/** A report that this person may schedule, and who may receive it. */
export type ReportChoice = {
  readonly kind: ReportSubject['kind'];
  readonly list: ViewList | null;
  readonly views: readonly Pick<ListView, 'viewId' | 'name'>[];
  /** The people who may receive it. */
  readonly people: readonly string[];
  /** The people who may receive a view that filters by risk, and such views. */
  readonly riskPeople: readonly string[];
  readonly riskViews: readonly string[];
};

export type SchedulesView = {
  readonly schedules: readonly ScheduleView[];
  readonly timeZone: string;
  readonly isMailOn: boolean;
  /** Empty for people who can't schedule any report. */
  readonly choices: readonly ReportChoice[];
  readonly people: readonly NamedPerson[];
  readonly currencies: readonly string[];
};

/** The report that the link of a run opens. */
export type OpenedRun = {
  readonly name: string;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
  /** Null once the link has expired. */
  readonly opened: {
    readonly content: ReportContent;
    /** The file of an export. Null for other reports. */
    readonly file: {
      readonly fileId: string;
      readonly fileName: string;
      readonly hasRiskDetail: boolean;
    } | null;
    /** True if the person may download the statement. */
    readonly mayExport: boolean;
  } | null;
};
