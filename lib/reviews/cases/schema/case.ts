import * as z from 'zod';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { proposalAnswers } from '#lib/access/schema.ts';
import { tReviewFindings } from '#lib/messages/review-case.ts';
import { tReviewRequests } from '#lib/messages/reviews.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import { optionalReasonText, reasonText } from '#lib/values/reason-text.ts';
import type { SecondPersonFacts } from '../../decisions/model-second-person.ts';
import type {
  CaseState,
  ChecklistStep,
  DecisionKind,
  FactKind,
  ServiceState,
  SubjectKind,
} from '../../model.ts';
import { checklistSteps, decisionKinds, subjectKinds } from '../../model.ts';
import type { AdviceFacts } from '../../model-advice.ts';
import type { Finding } from '../../model-findings.ts';
import { findings } from '../../model-findings.ts';
import type { Person } from '../../settings/schema-person.ts';
import type { ReasonTemplate } from '../../settings/schema-templates.ts';
import type { CaseAmounts, CaseLink, JoinedCase } from '../merge/schema.ts';
import type { RequestRecipient } from '../model/information.ts';
import { requestRecipients } from '../model/information.ts';
import { findWarningWord, hasLink } from '../model/warning-words.ts';
import { maximumApprovalsAtOnce, maximumCasesAtOnce, snoozeHours } from './choices.ts';
import type { FactRule } from './facts.ts';
import type { CaseReading } from './reading.ts';
import type { DeclinedReopening, ReopeningProposal } from './reopening.ts';
import type { CaseReport } from './report.ts';

export type { Person } from '../../settings/schema-person.ts';

/** The number of the merged case that an entry came with; null for the case itself. */
type Came = { readonly of: number | null };

export type CaseFact = Came & {
  readonly kind: FactKind;
  readonly seenAt: Instant;
  /** The time when the end of the fact was detected. */
  readonly endedAt: Instant | null;
  readonly detail: FactDetail;
};
export type FactDetail = {
  readonly categories?: readonly string[] | undefined;
  readonly entities?: number | undefined;
  readonly score?: string | undefined;
  readonly rule?: FactRule | undefined;
  /** The reason of the person who opened the case. */
  readonly reason?: string | undefined;
  /** A digest of all entities. */
  readonly mark?: string | undefined;
} | null;

/** A subject of a decision, with its case number and its status at that time. */
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
  /** Null: decided before findings existed. */
  readonly finding: Finding | null;
  /** The completed checklist items at that time. Null: decided before they were stored. */
  readonly checks: readonly ChecklistStep[] | null;
  readonly serviceStatus: string | null;
  /** The subjects at that time; null for old decisions without them. */
  readonly subjects: readonly DecidedOn[] | null;
  readonly proposedBy: Person;
  readonly proposedAt: Instant;
  readonly needsSecond: boolean;
  readonly state: 'proposed' | 'final' | 'declined' | 'withdrawn';
  readonly answeredBy: Person | null;
  readonly answeredAt: Instant | null;
  readonly answer: string | null;
  /** Set once the case was reopened after this final decision. */
  readonly reversal: DecisionReversal | null;
};

/** `by` is null if a new reason for the case reopened it, `approvedBy` if no second person was needed. */
export type DecisionReversal = {
  readonly reason: string | null;
  readonly by: Person | null;
  readonly approvedBy: Person | null;
  readonly at: Instant;
};

export type CaseNote = Came & {
  readonly noteId: string;
  readonly person: Person;
  readonly at: Instant;
  readonly text: string;
  /** The recipient of a request for information, and when the answer is due. Null: not a request. */
  readonly request: { readonly of: RequestRecipient; readonly dueAt: Instant } | null;
  /** The request that the note answers. */
  readonly answers: string | null;
};
export type CaseFile = Came & {
  readonly fileId: string;
  readonly caseId: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The hash in hexadecimal. */
  readonly sha256: string;
  readonly person: Person;
  readonly at: Instant;
};
/** A downloaded evidence pack with hexadecimal hashes. Old packs have no hash of the verifier. */
export type CasePack = {
  readonly at: Instant;
  readonly person: Person;
  readonly manifest: string;
  readonly verifier: string | null;
};
type CaseCheck = Came & { readonly step: ChecklistStep; readonly person: Person; readonly at: Instant };

/** An entry of the case in the audit log. */
export type CaseEvent = Came & {
  readonly sequence: string;
  readonly at: Instant;
  readonly who: string;
  readonly action: string;
  /** The step of the checklist that the entry changed. */
  readonly check: { readonly step: ChecklistStep; readonly done: boolean } | null;
};

export type CaseView = SecondPersonFacts & {
  readonly businessId: string;
  readonly caseId: string;
  readonly number: number;
  /** The case that it was merged into. */
  readonly survivor: CaseLink | null;
  readonly own: JoinedCase;
  readonly money: CaseAmounts;
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
  /** Unchanged reports of merged cases. */
  readonly joinedReports: readonly (Came & CaseReport)[];
  readonly events: readonly CaseEvent[];
  readonly packs: readonly CasePack[];
  readonly people: readonly Person[];
  readonly templates: readonly ReasonTemplate[];
  readonly me: string;
  /** The current state of the subject at the service. */
  readonly service: ServiceState & Pick<AdviceFacts, 'isSanctioned'>;
  readonly reading: CaseReading;
  /** Contradictions by the service as sentences, for each subject. */
  readonly disagreements: readonly string[];
  /** A report to an authority was proposed on this case, or on another one of the same payment. */
  readonly wasReportProposed: boolean;
  /** Every decision on the case needs a second person. `SecondPersonFacts` say why. */
  readonly asksSecond: boolean;
  /** Why the signed-in person can't approve the proposed decision or reopening. */
  readonly blocks: readonly ApprovalBlock[];
  /** The reopening that is pending approval. */
  readonly reopening: ReopeningProposal | null;
  /** The last proposed reopening of the decision, if it was declined. */
  readonly declinedReopening: DeclinedReopening | null;
  readonly now: Instant;
};

export const relations = ['address', 'entity', 'transaction', 'reference'] as const;
type Relation = (typeof relations)[number];
export type RelatedRow = {
  readonly kind: 'deposit' | 'payment' | 'withdrawal' | 'refund';
  readonly id: string;
  /** The relation, and the value that both share. */
  readonly by: Relation;
  readonly shared: string;
  /** Further relations of the same record. */
  readonly others: readonly { readonly by: Relation; readonly shared: string }[];
  readonly status: string | null;
  readonly at: Instant;
  readonly amount: Amount | null;
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  /** The current state of the record's own case. */
  readonly case: (CaseLink & { readonly version: number; readonly state: CaseState }) | null;
};
export type RelatedRecords = { readonly rows: readonly RelatedRow[]; readonly more: boolean };

const ids = { businessId: z.string(), caseId: z.string() };
const version = z.int(tReviewRefusals('form.reload')).min(1);
/** The service status of each subject as the person saw it. */
const seen = z
  .array(z.object({ caseId: z.string(), status: z.string().nullable(), refundStatus: z.string().nullable() }))
  .max(10_000);

export const openManualCaseForm = z.object({
  businessId: z.string(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.uuid(),
  reason: reasonText(5_000),
});
export const takeNextForm = z.object({ businessId: z.string() });
const several = {
  businessId: z.string(),
  caseIds: z
    .array(z.string())
    .min(1, tReviewRefusals('form.noCase'))
    .max(maximumCasesAtOnce, tReviewRefusals('form.mostCases', { count: maximumCasesAtOnce })),
};
/** Assigns each case. `personId` null unassigns them. */
export const assignCasesForm = z.object({ ...several, personId: z.string().nullable() });
/** Snoozes each open case for the hours. 0 unsnoozes them. */
export const snoozeCasesForm = z.object({ ...several, hours: z.literal([0, ...snoozeHours]) });
/** Snoozes the case for the hours. 0 unsnoozes it. */
export const snoozeCaseForm = z.object({ ...ids, version, hours: z.literal([0, ...snoozeHours]) });

const undoneCases = <To extends z.ZodType>(to: To) =>
  z
    .array(z.object({ caseId: z.string(), to }))
    .min(1)
    .max(maximumCasesAtOnce);
const undoneTime = z.int().min(0).max(8_640_000_000_000_000).nullable();
const caseUndo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('assign'),
    from: z.string().nullable(),
    cases: undoneCases(z.string().nullable()),
  }),
  z.object({ kind: z.literal('snooze'), from: undoneTime, cases: undoneCases(undoneTime) }),
]);
/** An assignment or a snooze that can be undone: its value (`from`), and the earlier value of each case (`to`). */
export type CaseUndo = z.output<typeof caseUndo>;
export const undoCaseChangeForm = z.object({ businessId: z.string(), undo: caseUndo });
export const addNoteForm = z.object({
  ...ids,
  text: reasonText(20_000),
});
export const requestInformationForm = z
  .object({
    ...ids,
    to: z.enum(requestRecipients),
    question: reasonText(5_000),
    language: z.enum(languages),
    dueOn: z.iso.date(tReviewRequests('problem.dueOn')),
  })
  .superRefine(({ to, question }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['question'], message });
    if (to === 'service') return;
    const word = findWarningWord(question);
    if (word !== null) refuse(tReviewRequests('problem.word', { word }));
    if (hasLink(question)) refuse(tReviewRequests('problem.link'));
  });
export const answerRequestForm = z.object({ ...ids, noteId: z.uuid(), text: reasonText(20_000) });
export const checkStepForm = z.object({ ...ids, step: z.enum(checklistSteps), done: z.boolean() });
export const proposeDecisionForm = z.object({
  ...ids,
  version,
  kind: z.enum(decisionKinds, tReviewRefusals('form.decision')),
  finding: z.enum(findings, tReviewFindings('required')),
  reason: reasonText(5_000),
  /** The person has seen that they gave this reason before, and confirmed it. */
  sameReason: z.boolean().optional(),
  seen,
});
export const decideProposalForm = z.object({
  ...ids,
  version,
  answer: z.enum(['confirm', 'decline', 'withdraw']),
  comment: optionalReasonText(5_000),
  seen,
});
/** Approves the proposals of several cases. `version` and `seen` are what the person saw on opening each. */
export const approveProposalsForm = z.object({
  businessId: z.string(),
  cases: z
    .array(z.object({ caseId: z.uuid(), version, seen }))
    .min(1, tReviewRefusals('form.noCase'))
    .max(maximumApprovalsAtOnce, tReviewRefusals('form.mostCases', { count: maximumApprovalsAtOnce })),
});
/** The outcome for one of several cases. `problem` says why its proposal is not approved. */
export type ApprovalOutcome = { readonly caseId: string; readonly problem: string | null };
export const reopenCaseForm = z.object({
  ...ids,
  version,
  reason: reasonText(5_000),
});
export const decideReopeningForm = z.object({
  ...ids,
  version,
  answer: z.enum(proposalAnswers),
  comment: optionalReasonText(5_000),
});
