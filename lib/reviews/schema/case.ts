import * as z from 'zod';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { FactRule } from '../cases/schema/facts.ts';
import type { CaseLink, CaseMoney, JoinedCase } from '../merge/schema.ts';
import type {
  CaseState,
  ChecklistStep,
  DecisionKind,
  FactKind,
  ServiceState,
  SubjectKind,
} from '../model.ts';
import { checklistSteps, decisionKinds } from '../model.ts';
import { mostAtOnce, snoozeHours } from './choices.ts';

export type Person = { readonly personId: string; readonly name: string };

/** The number of the case that something came with, where it came with one that joined. */
type Came = { readonly of: number | null };

export type CaseFact = Came & {
  readonly kind: FactKind;
  readonly seenAt: Instant;
  /** When it was noticed to be so no longer. */
  readonly endedAt: Instant | null;
  readonly detail: FactDetail;
};
export type FactDetail = {
  readonly categories?: readonly string[] | undefined;
  readonly entities?: number | undefined;
  readonly score?: string | undefined;
  readonly rule?: FactRule | undefined;
  /** Of all the entities. */
  readonly mark?: string | undefined;
} | null;

/** Something that was decided on, with the number of its case and its status of that moment. */
type DecidedOn = {
  readonly case: number;
  readonly kind: SubjectKind;
  readonly id: string;
  readonly status: string | null;
};

export type CaseDecision = Came & {
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly reason: string;
  readonly serviceStatus: string | null;
  /** Each thing that the case was about then; null where that was not kept. */
  readonly subjects: readonly DecidedOn[] | null;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
  readonly needsSecond: boolean;
  readonly state: 'proposed' | 'final' | 'declined' | 'withdrawn';
  readonly answeredBy: Person | null;
  readonly answeredAt: Instant | null;
  readonly answer: string | null;
};

type CaseNote = Came & {
  readonly noteId: string;
  readonly person: Person;
  readonly at: Instant;
  readonly text: string;
};
export type CaseFile = Came & {
  readonly fileId: string;
  readonly caseId: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly person: Person;
  readonly at: Instant;
};
/** An evidence pack that was taken; hashes are hexadecimal. Packs taken long ago have none of their verifier. */
export type CasePack = {
  readonly at: Instant;
  readonly person: Person;
  readonly manifest: string;
  readonly verifier: string | null;
};
type CaseCheck = Came & { readonly step: ChecklistStep; readonly person: Person; readonly at: Instant };

/** What was done with the case, from the audit log. */
export type CaseEvent = Came & {
  readonly sequence: string;
  readonly at: Instant;
  readonly who: string;
  readonly action: string;
};

/** A reopening of a case that waits for a second person. */
export type ReopeningProposal = {
  readonly reason: string;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
};

export type CaseView = {
  readonly businessId: string;
  readonly caseId: string;
  readonly number: number;
  /** The case that it joined. */
  readonly survivor: CaseLink | null;
  readonly own: JoinedCase;
  readonly money: CaseMoney;
  readonly joined: readonly JoinedCase[];
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly state: CaseState;
  readonly openedAt: Instant;
  readonly dueAt: Instant;
  readonly snoozedUntil: Instant | null;
  readonly assignee: Person | null;
  readonly version: number;
  readonly facts: readonly CaseFact[];
  /** Newest first. */
  readonly decisions: readonly CaseDecision[];
  readonly joinedDecisions: readonly CaseDecision[];
  readonly notes: readonly CaseNote[];
  readonly files: readonly CaseFile[];
  readonly checks: readonly CaseCheck[];
  readonly report: CaseReport;
  /** Of cases that joined it: kept as they were. */
  readonly joinedReports: readonly (Came & CaseReport)[];
  readonly events: readonly CaseEvent[];
  readonly packs: readonly CasePack[];
  readonly people: readonly Person[];
  readonly me: string;
  /** What the service says of the subject now, and in what it contradicts what stands decided. */
  readonly service: ServiceState;
  /** In words, of each thing that the case is about. */
  readonly disagreements: readonly string[];
  /** From this EUR amount on a second person confirms, and whether this case reaches it or is not known to stay below. */
  readonly secondFromEur: Amount;
  readonly asksSecond: boolean;
  /** Two people decided on any part of it before, so that reopening and every later decision need two. */
  readonly takesTwo: boolean;
  /** The reopening that waits for a second person. */
  readonly reopening: ReopeningProposal | null;
  readonly now: Instant;
};

export const relations = ['address', 'entity', 'transaction', 'reference'] as const;
export type Relation = (typeof relations)[number];
export type RelatedRow = {
  readonly kind: 'deposit' | 'payment' | 'withdrawal' | 'refund';
  readonly id: string;
  /** How it hangs together: what it shares. */
  readonly by: Relation;
  readonly shared: string;
  readonly status: string | null;
  readonly at: Instant;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  /** Its own case, as it stands now. */
  readonly case: (CaseLink & { readonly version: number; readonly state: CaseState }) | null;
};
export type RelatedRecords = { readonly rows: readonly RelatedRow[]; readonly more: boolean };

const ids = { businessId: z.string(), caseId: z.string() };
const version = z.int('Reload the page').min(1);
const words = (most: number) => z.string().trim().min(1, 'Say why').max(most, `At most ${most} characters`);

/** What the person saw of each thing that the case is about. */
const seen = z
  .array(z.object({ caseId: z.string(), status: z.string().nullable(), refundStatus: z.string().nullable() }))
  .max(10_000);

export const takeNextForm = z.object({ businessId: z.string() });
const several = {
  businessId: z.string(),
  caseIds: z
    .array(z.string())
    .min(1, 'Choose at least one case')
    .max(mostAtOnce, `At most ${mostAtOnce} cases at once`),
};
/** Assigns each of the cases; `personId` null puts them back. */
export const assignCasesForm = z.object({ ...several, personId: z.string().nullable() });
/** Puts each of the open ones aside for so many hours from now; 0 wakes them. */
export const snoozeCasesForm = z.object({ ...several, hours: z.literal([0, ...snoozeHours]) });
/** Hours from now; 0 wakes it. */
export const snoozeCaseForm = z.object({ ...ids, version, hours: z.literal([0, ...snoozeHours]) });
export const addNoteForm = z.object({
  ...ids,
  text: z.string().trim().min(1, 'Write something first').max(20_000, 'At most 20,000 characters'),
});
export const checkStepForm = z.object({ ...ids, step: z.enum(checklistSteps), done: z.boolean() });
export const proposeDecisionForm = z.object({
  ...ids,
  version,
  kind: z.enum(decisionKinds, 'Choose a decision'),
  reason: words(5_000),
  seen,
});
export const answerProposalForm = z.object({
  ...ids,
  version,
  answer: z.enum(['confirm', 'decline', 'withdraw']),
  comment: z.string().trim().max(5_000, 'At most 5,000 characters'),
  seen,
});
export const reopenCaseForm = z.object({ ...ids, version, reason: words(5_000) });
export const deskSettingsForm = z.object({
  businessId: z.string(),
  secondFromEur: z
    .string()
    .trim()
    .refine((text) => parseAmount(text) !== null, 'An amount in EUR, such as 1000'),
  dueHours: z.coerce
    .number('Hours, such as 24')
    .int('Whole hours')
    .min(1, 'At least 1')
    .max(720, 'At most 720'),
  riskScoreFrom: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || parseAmount(text) !== null,
      'A number as the service writes it, or nothing',
    ),
  /** Needed where the change weakens control. */
  reason: z.string().trim().max(5_000, 'At most 5,000 characters'),
});

/** A suspicious-activity report as its case shows it. Version 0: there is none yet. */
export type CaseReport = {
  readonly version: number;
  readonly narrative: string;
  readonly reference: string | null;
  readonly savedBy: Person | null;
  readonly savedAt: Instant | null;
  readonly filedBy: Person | null;
  readonly filedAt: Instant | null;
};

export type RegisterRow = {
  readonly caseId: string;
  readonly subject: string;
  readonly savedBy: Person;
  readonly savedAt: Instant;
  readonly reference: string | null;
  readonly filedBy: Person | null;
  readonly filedAt: Instant | null;
};

export const saveReportForm = z.object({
  ...ids,
  version: z.int().min(0),
  narrative: z.string().trim().min(1, 'Write what happened').max(50_000, 'At most 50,000 characters'),
});
export const fileReportForm = z.object({
  ...ids,
  version: z.int().min(1),
  reference: z
    .string()
    .trim()
    .min(1, 'The number that the authority gave')
    .max(200, 'At most 200 characters'),
});
