import 'server-only';
import * as z from 'zod';
import { dayColumn, instantColumn, mapNullable } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { ChecklistStep } from '../../model.ts';
import {
  caseStates,
  checklistSteps,
  decisionKinds,
  factKinds,
  parseStoredKind,
  subjectKinds,
} from '../../model.ts';
import { findings } from '../../model-findings.ts';
import { authorities } from '../model/authorities.ts';
import { storedChecks } from '../model/checks.ts';
import { requestRecipients } from '../model/information.ts';
import type { CaseDecision, CaseFile, CaseNote, CaseView, FactDetail, Person } from '../schema/case.ts';
import type { FactRule } from '../schema/facts.ts';
import type { CaseReport } from '../schema/report.ts';

/** The stored part of the merchant's rule on a fact. */
const factRuleShape: z.ZodType<FactRule> = z.object({
  ruleId: z.string(),
  number: z.number(),
  name: z.string(),
  says: z.string(),
  found: z.object({
    amount: z.string().optional(),
    currency: z.string().optional(),
    count: z.number().optional(),
    entities: z.number().optional(),
    categories: z.array(z.string()).optional(),
    score: z.string().optional(),
    watched: z.array(z.string()).optional(),
  }),
});

/** Converts stored rows into the parts of a case. `of` is the number of the merged case that an entry came with. */

const contents = {
  facts: { orderBy: [{ seenAt: 'asc' as const }, { kind: 'asc' as const }] },
  decisions: { orderBy: { proposedAt: 'desc' as const } },
  notes: { orderBy: { at: 'desc' as const } },
  reports: { orderBy: { number: 'asc' as const } },
};

const findCase = (businessId: BusinessId, caseId: CaseId) =>
  database().reviewCase.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    include: {
      ...contents,
      owner: { select: { caseId: true, number: true } },
      owned: { include: contents, where: { state: 'merged' }, orderBy: { number: 'asc' } },
    },
  });

type Found = NonNullable<Awaited<ReturnType<typeof findCase>>>;
/** Entries of the case itself or of merged cases. */
type Contents = Found['owned'][number];
type Named = (id: string) => Person;

const detail: z.ZodType<FactDetail> = z
  .object({
    categories: z.array(z.string()).optional(),
    entities: z.number().optional(),
    score: z.string().optional(),
    reason: z.string().optional(),
    rule: factRuleShape.optional(),
  })
  .nullable()
  .catch(null);
const decidedOn = z
  .array(
    z.object({
      case: z.number(),
      kind: z.enum(subjectKinds),
      id: z.string(),
      status: z.string().nullable(),
    }),
  )
  .nullable();
const decisionStates = z.enum(['proposed', 'final', 'declined', 'withdrawn']);
const finding = z.enum(findings).nullable();
const decidedWith = z.array(z.object({ step: z.string() })).nullable();
const isStep = (step: string): step is ChecklistStep => checklistSteps.some((one) => one === step);

const listFacts = ({ facts }: Contents, of: number | null) =>
  facts.map((fact) => ({
    kind: z.enum(factKinds).parse(parseStoredKind(fact.kind)),
    seenAt: instantColumn(fact.seenAt),
    endedAt: mapNullable(fact.endedAt, instantColumn),
    detail: detail.parse(fact.detail),
    of,
  }));

const listNotes = ({ notes }: Contents, of: number | null, named: Named) =>
  notes.map(
    ({ noteId, personId, at, text, askedOf, dueAt, answersId }): CaseNote => ({
      noteId,
      text,
      person: named(personId),
      at: instantColumn(at),
      request:
        askedOf === null || dueAt === null
          ? null
          : { of: z.enum(requestRecipients).parse(askedOf), dueAt: instantColumn(dueAt) },
      answers: answersId,
      of,
    }),
  );

const listChecks = ({ checks }: Contents, of: number | null, named: Named) =>
  storedChecks
    .parse(checks)
    .flatMap(({ step, personId, at }) => (isStep(step) ? [{ step, person: named(personId), at, of }] : []));

const listDecisions = ({ decisions }: Contents, of: number | null, named: Named) =>
  decisions.map(
    (one): CaseDecision => ({
      decisionId: one.decisionId,
      kind: z.enum(decisionKinds).parse(one.kind),
      reason: one.reason,
      finding: finding.parse(one.finding),
      checks: mapNullable(decidedWith.parse(one.checks), (checks) =>
        checks.flatMap(({ step }) => (isStep(step) ? [step] : [])),
      ),
      serviceStatus: one.serviceStatus,
      subjects: decidedOn.parse(one.subjects),
      proposedBy: named(one.proposedById),
      proposedAt: instantColumn(one.proposedAt),
      needsSecond: one.needsSecond,
      state: decisionStates.parse(one.state),
      answeredBy: mapNullable(one.answeredById, named),
      answeredAt: mapNullable(one.answeredAt, instantColumn),
      answer: one.answer,
      reversal: one.reversedAt && {
        reason: one.reversalReason,
        by: mapNullable(one.reversedById, named),
        approvedBy: mapNullable(one.reversalApprovedById, named),
        at: instantColumn(one.reversedAt),
      },
      of,
    }),
  );

function toReport({ reports: [report, ...amendments] }: Contents, named: Named): CaseReport {
  const { version = 0, narrative = '', reference = null } = report ?? {};
  return {
    version,
    narrative,
    reference,
    authority: z
      .enum(authorities)
      .nullable()
      .parse(report?.authority ?? null),
    savedBy: mapNullable(report?.savedById ?? null, named),
    savedAt: mapNullable(report?.savedAt ?? null, instantColumn),
    filedBy: mapNullable(report?.filedById ?? null, named),
    filedAt: mapNullable(report?.filedAt ?? null, instantColumn),
    filedOn: mapNullable(report?.filedOn ?? null, dayColumn),
    amendments: amendments.flatMap(({ number, narrative, ...one }) => {
      const { reference, filedOn, reason, filedById, filedAt } = one;
      if (!(reference && filedOn && reason && filedById && filedAt)) return [];
      const [filedBy, day] = [named(filedById), dayColumn(filedOn)];
      return [
        { number, narrative, reference, filedOn: day, reason, filedBy, filedAt: instantColumn(filedAt) },
      ];
    }),
  };
}

/** The IDs of all people with an entry in the case. */
const listPeople = ({ assigneeId, reports, decisions, notes, checks }: Contents) => [
  assigneeId,
  ...reports.flatMap(({ savedById, filedById }) => [savedById, filedById]),
  ...decisions.flatMap((one) => [
    one.proposedById,
    one.answeredById,
    one.reversedById,
    one.reversalApprovedById,
  ]),
  ...[...notes, ...storedChecks.parse(checks)].map((one) => one.personId),
];

const fileRow = z.object({
  fileId: z.string(),
  caseId: z.string(),
  name: z.string(),
  type: z.string(),
  sha256: z.string(),
  size: z.number(),
  personId: z.string(),
  at: z.date(),
});
type FileRow = z.infer<typeof fileRow>;

/** Reads the files of cases without their content, which can be large. */
async function listFiles(businessId: BusinessId, caseIds: readonly string[]): Promise<readonly FileRow[]> {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT file_id AS "fileId", case_id AS "caseId", name, type, encode(sha256, 'hex') AS sha256,
           octet_length(body) AS size, person_id AS "personId", at
      FROM review_file WHERE business_id = ${businessId}::uuid AND case_id = ANY(${[...caseIds]}::uuid[])
     ORDER BY at, file_id`;
  return z.array(fileRow).parse(rows);
}

const fileView = ({ personId, at, ...file }: FileRow, of: number | null, named: Named): CaseFile => ({
  ...file,
  of,
  person: named(personId),
  at: instantColumn(at),
});

type Parts = {
  /** The case's own ID first, then the IDs of merged cases. */
  readonly caseIds: readonly string[];
  /** The IDs of all people with an entry in one of the cases. */
  readonly people: readonly (string | null)[];
  /** Returns the number of a merged case; null for the case itself. */
  readonly of: (caseId: string) => number | null;
  readonly toView: (named: Named) => CaseParts;
};
type CaseParts = Pick<
  CaseView,
  | 'caseId'
  | 'number'
  | 'survivor'
  | 'subjectKind'
  | 'subjectId'
  | 'state'
  | 'openedAt'
  | 'dueAt'
  | 'snoozedUntil'
  | 'assignee'
  | 'version'
  | 'facts'
  | 'decisions'
  | 'joinedDecisions'
  | 'notes'
  | 'checks'
  | 'files'
  | 'report'
  | 'joinedReports'
>;

/** Reads a case with its own entries and those of merged cases; null if this business has no case with this ID. */
export async function readParts(businessId: BusinessId, caseId: CaseId): Promise<Parts | null> {
  const found = await findCase(businessId, caseId);
  if (found === null) return null;
  const all: readonly Contents[] = [found, ...found.owned];
  const caseIds = all.map((part) => part.caseId);
  const files = await listFiles(businessId, caseIds);
  const of = (id: string) =>
    id === caseId ? null : (found.owned.find((part) => part.caseId === id)?.number ?? null);
  const each = <Part>(read: (part: Contents, number: number | null) => readonly Part[]) =>
    all.flatMap((part) => read(part, of(part.caseId)));
  return {
    caseIds,
    of,
    people: [...all.flatMap(listPeople), ...files.map(({ personId }) => personId)],
    toView: (named) => ({
      caseId,
      number: found.number,
      survivor: found.owner.caseId === caseId ? null : found.owner,
      subjectKind: z.enum(subjectKinds).parse(found.subjectKind),
      subjectId: found.subjectId,
      state: z.enum(caseStates).parse(found.state),
      openedAt: instantColumn(found.openedAt),
      dueAt: instantColumn(found.dueAt),
      snoozedUntil: mapNullable(found.snoozedUntil, instantColumn),
      assignee: mapNullable(found.assigneeId, named),
      version: found.version,
      facts: each(listFacts).toSorted((a, b) => a.seenAt - b.seenAt),
      decisions: listDecisions(found, null, named),
      joinedDecisions: found.owned.flatMap((part) => listDecisions(part, part.number, named)),
      notes: each((part, number) => listNotes(part, number, named)).toSorted((a, b) => b.at - a.at),
      checks: firstOfEach(
        each((part, number) => listChecks(part, number, named)).toSorted((a, b) => a.at - b.at),
      ),
      files: files.map((file) => fileView(file, of(file.caseId), named)),
      report: toReport(found, named),
      joinedReports: found.owned
        .filter(({ reports }) => reports.length > 0)
        .map((part) => ({ ...toReport(part, named), of: part.number })),
    }),
  };
}

/** A step is checked once: the earliest check among the merged cases counts. */
function firstOfEach<Check extends { readonly step: string }>(checks: readonly Check[]): readonly Check[] {
  return checks.filter((check, index) => checks.findIndex(({ step }) => step === check.step) === index);
}
