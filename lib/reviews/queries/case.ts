import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { auditOf } from '#lib/audit/index.ts';
import { instantColumn, optional } from '#lib/platform/columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database } from '#lib/platform/db.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { ChecklistStep, ServiceState } from '../model.ts';
import {
  caseStates,
  checklistSteps,
  decisionKinds,
  disagreement,
  factKinds,
  kindOfKept,
  subjectKinds,
} from '../model.ts';
import type { CaseDecision, CaseFile, CaseReport, CaseView, FactDetail, Person } from '../schema.ts';
import { factRule } from './fact-rule.ts';
import { packsOf } from './packs.ts';
import { deskPeople, namesOf } from './people.ts';
import { deskSettings } from './settings.ts';

const detail: z.ZodType<FactDetail> = z
  .object({
    categories: z.array(z.string()).optional(),
    entities: z.number().optional(),
    score: z.string().optional(),
    rule: factRule.optional(),
  })
  .nullable()
  .catch(null);
const decisionStates = z.enum(['proposed', 'final', 'declined', 'withdrawn']);
const isStep = (step: string): step is ChecklistStep => checklistSteps.some((one) => one === step);

const findCase = (businessId: BusinessId, caseId: CaseId) =>
  database().reviewCase.findUnique({
    where: { businessId_caseId: { businessId, caseId } },
    include: {
      facts: { orderBy: [{ seenAt: 'asc' }, { kind: 'asc' }] },
      decisions: { orderBy: { proposedAt: 'desc' } },
      notes: { orderBy: { at: 'desc' } },
      checks: true,
      report: true,
    },
  });

type Found = NonNullable<Awaited<ReturnType<typeof findCase>>>;

/** A case with everything that was done in it, without what it is about. Throws Problem 'not-found' or 'forbidden'. */
export async function readCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const caseId = parseId<CaseId>(reviewCase);
  const found = caseId === null ? null : await findCase(businessId, caseId);
  if (caseId === null || found === null)
    throw new Problem('not-found', 'This business has no case with this ID.');
  const [service, files, people, settings, log, packs] = await Promise.all([
    serviceNow(businessId, found),
    listFiles(businessId, caseId),
    deskPeople(businessId),
    deskSettings(context, businessId),
    auditOf(businessId, 'review-case', [caseId]),
    packsOf(businessId, caseId),
  ]);
  const named = await namesOf([
    found.assigneeId,
    found.report?.savedById ?? null,
    found.report?.filedById ?? null,
    ...found.decisions.flatMap((one) => [one.proposedById, one.answeredById]),
    ...[...found.notes, ...found.checks, ...files, ...packs].map((one) => one.personId),
    ...log.map((entry) => (entry.actorKind === 'person' ? entry.actorId : null)),
  ]);
  const view = viewOf(found, named);
  const standing = view.decisions.find(({ state }) => state === 'final');
  return {
    ...view,
    businessId,
    service,
    disagreement:
      view.state === 'decided' && standing ? disagreement(standing.kind, view.subjectKind, service) : null,
    files: files.map((file) => fileView(file, named)),
    packs: packs.map(({ personId, ...pack }) => ({ ...pack, person: named(personId) })),
    events: log.map(({ sequence, at, actorKind, actorId, action }) => ({
      sequence: String(sequence),
      at,
      who: actorKind === 'person' ? named(actorId).name : 'Countinghouse',
      action,
    })),
    people,
    me: context.actor.personId,
    secondFromEur: settings.secondFromEur,
    now: context.clock.now(),
  };
}

function viewOf(found: Found, named: (id: string) => Person) {
  const { caseId, subjectId, version, assigneeId } = found;
  return {
    caseId,
    subjectId,
    version,
    subjectKind: z.enum(subjectKinds).parse(found.subjectKind),
    state: z.enum(caseStates).parse(found.state),
    openedAt: instantColumn(found.openedAt),
    dueAt: instantColumn(found.dueAt),
    snoozedUntil: optional(found.snoozedUntil, instantColumn),
    assignee: assigneeId === null ? null : named(assigneeId),
    facts: found.facts.map((fact) => ({
      kind: z.enum(factKinds).parse(kindOfKept(fact.kind)),
      seenAt: instantColumn(fact.seenAt),
      detail: detail.parse(fact.detail),
    })),
    decisions: found.decisions.map((one): CaseDecision => decisionView(one, named)),
    report: reportView(found.report, named),
    notes: found.notes.map(({ noteId, personId, at, text }) => ({
      noteId,
      text,
      person: named(personId),
      at: instantColumn(at),
    })),
    checks: found.checks.flatMap(({ step, personId, at }) =>
      isStep(step) ? [{ step, person: named(personId), at: instantColumn(at) }] : [],
    ),
  };
}

function reportView(report: Found['report'], named: (id: string) => Person): CaseReport {
  const { version = 0, narrative = '', reference = null } = report ?? {};
  return {
    version,
    narrative,
    reference,
    savedBy: optional(report?.savedById ?? null, named),
    savedAt: optional(report?.savedAt ?? null, instantColumn),
    filedBy: optional(report?.filedById ?? null, named),
    filedAt: optional(report?.filedAt ?? null, instantColumn),
  };
}

const decisionView = (one: Found['decisions'][number], named: (id: string) => Person): CaseDecision => ({
  decisionId: one.decisionId,
  kind: z.enum(decisionKinds).parse(one.kind),
  reason: one.reason,
  serviceStatus: one.serviceStatus,
  proposedBy: named(one.proposedById),
  proposedAt: instantColumn(one.proposedAt),
  needsSecond: one.needsSecond,
  state: decisionStates.parse(one.state),
  answeredBy: optional(one.answeredById, named),
  answeredAt: optional(one.answeredAt, instantColumn),
  answer: one.answer,
});

async function serviceNow(businessId: BusinessId, { subjectKind, subjectId }: Found): Promise<ServiceState> {
  if (subjectKind === 'withdrawal') {
    const key = { businessId, withdrawalId: subjectId };
    const where = { businessId_withdrawalId: key };
    const row = await database().withdrawal.findUnique({ where, select: { status: true } });
    return { status: row?.status ?? null, refundStatus: null, refunded: false };
  }
  const row = await database().deposit.findUnique({
    where: { businessId_depositId: { businessId, depositId: subjectId } },
    select: { status: true, refundStatus: true, refundFirstSeenAt: true },
  });
  return {
    status: row?.status ?? null,
    refundStatus: row?.refundStatus ?? null,
    refunded: (row?.refundFirstSeenAt ?? null) !== null,
  };
}

const fileRow = z.object({
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  sha256: z.string(),
  size: z.number(),
  personId: z.string(),
  at: z.date(),
});

/** The files of a case without their bytes, which are many. */
async function listFiles(businessId: BusinessId, caseId: CaseId) {
  const rows = await database().$queryRaw<unknown[]>`
    SELECT file_id AS "fileId", name, type, encode(sha256, 'hex') AS sha256, octet_length(body) AS size,
           person_id AS "personId", at
      FROM review_file WHERE business_id = ${businessId}::uuid AND case_id = ${caseId}::uuid ORDER BY at, file_id`;
  return z.array(fileRow).parse(rows);
}

const fileView = (
  { personId, at, ...file }: z.infer<typeof fileRow>,
  named: (id: string) => Person,
): CaseFile => ({ ...file, person: named(personId), at: instantColumn(at) });
