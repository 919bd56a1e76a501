import 'server-only';
import * as z from 'zod';
import { judgeProposals, requirePermission } from '#lib/access/index.ts';
import { listAuditDetails, listObjectAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { tReviewDisagreements, tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { isSecondPersonNeeded } from '../../decisions/model-second-person.ts';
import { findReopening } from '../../decisions/queries.ts';
import { readSecondPersonFacts } from '../../decisions/store/second-person.ts';
import { checklistSteps } from '../../model.ts';
import { describeDisagreement } from '../../model-disagreements.ts';
import { listAssignees, readNames } from '../../settings/queries/people.ts';
import { readReasonTemplates } from '../../settings/store/reason-templates.ts';
import type { CaseEvent, CaseView } from '../schema/case.ts';
import { hasReportDecision } from '../store/work.ts';
import { readCaseMoney } from './case-money.ts';
import { readParts } from './case-parts.ts';
import { readCaseReading } from './case-reading.ts';
import type { CurrentCaseSubject } from './case-subjects.ts';
import { listCaseSubjects } from './case-subjects.ts';

const exportDetails = z.object({ manifest: z.string(), verifier: z.string().nullish().default(null) });

/** Lists the downloaded evidence packs of a case, newest first, with the hashes from the audit log. */
async function listPacks(
  businessId: BusinessId,
  caseId: CaseId,
): Promise<
  readonly {
    readonly at: Instant;
    readonly personId: string;
    readonly manifest: string;
    readonly verifier: string | null;
  }[]
> {
  const entries = await listAuditDetails(businessId, 'review-case', [caseId], 'review-case.export');
  return entries.flatMap(({ at, actorId, after }) => {
    const { success, data } = exportDetails.safeParse(after);
    return success ? [{ at, personId: actorId, ...data }] : [];
  });
}

const checkDetails = z.object({ step: z.enum(checklistSteps), done: z.boolean() });

/** Returns which step of the checklist each entry of the audit log changed, by the sequence of the entry. */
async function readCheckedSteps(
  businessId: BusinessId,
  caseIds: readonly string[],
): Promise<ReadonlyMap<bigint, NonNullable<CaseEvent['check']>>> {
  const entries = await listAuditDetails(businessId, 'review-case', caseIds, 'review-case.check');
  return new Map(
    entries.flatMap(({ sequence, after }) => {
      const { success, data } = checkDetails.safeParse(after);
      return success ? [[sequence, data] as const] : [];
    }),
  );
}

/**
 * Reads a case with all its entries and those of merged cases, without the details of its subjects.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseView> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readCaseInScope(context, businessId, reviewCase);
}

/** Does the same for a caller that has checked the permission. @throws Problem 'not-found' */
export async function readCaseInScope(
  context: Context<PersonActor>,
  businessId: BusinessId,
  reviewCase: string,
): Promise<CaseView> {
  const caseId = parseId<CaseId>(reviewCase);
  const parts = caseId === null ? null : await readParts(businessId, caseId);
  if (caseId === null || parts === null)
    throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  const [
    subjects,
    money,
    people,
    second,
    log,
    checked,
    packs,
    reopening,
    reading,
    templates,
    wasReportProposed,
  ] = await Promise.all([
    listCaseSubjects(businessId, caseId),
    readCaseMoney(businessId, caseId),
    listAssignees(businessId),
    readSecondPersonFacts(database(), businessId, caseId),
    listObjectAudit(businessId, 'review-case', parts.caseIds),
    readCheckedSteps(businessId, parts.caseIds),
    listPacks(businessId, caseId),
    findReopening(context, businessId, caseId),
    readCaseReading(businessId, caseId),
    readReasonTemplates(businessId),
    hasReportDecision(database(), { businessId, caseId }),
  ]);
  const named = await readNames([
    ...parts.people,
    ...packs.map((one) => one.personId),
    ...log.map((entry) => (entry.actorKind === 'person' ? entry.actorId : null)),
  ]);
  const view = parts.toView(named);
  const standing = view.state === 'decided' ? view.decisions.find((one) => one.state === 'final') : undefined;
  const proposedById = (view.decisions.find(({ state }) => state === 'proposed') ?? reopening.reopening)
    ?.proposedBy.personId;
  const judge = await judgeProposals(
    context,
    businessId,
    proposedById === undefined ? [] : [{ proposedById, tokenId: null }],
  );
  const [own, ...joined] = subjects;
  if (own === undefined) throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  return {
    ...view,
    businessId,
    own: toLine(own),
    money,
    reading,
    joined: joined.map(toLine),
    service: {
      status: own.status,
      refundStatus: own.refundStatus,
      refunded: own.refunded,
      isSanctioned: subjects.some(({ isSanctioned }) => isSanctioned),
    },
    disagreements: standing === undefined ? [] : listContradictions(standing.kind, subjects),
    packs: packs.map(({ personId, ...pack }) => ({ ...pack, person: named(personId) })),
    events: log.map(({ sequence, at, actorKind, actorId, action, objectId }) => ({
      sequence: String(sequence),
      at,
      who: actorKind === 'person' ? named(actorId).name : 'Countinghouse',
      action,
      of: parts.of(objectId),
      check: checked.get(sequence) ?? null,
    })),
    people,
    templates,
    wasReportProposed,
    me: context.actor.personId,
    ...second,
    ...reopening,
    blocks: judge({ proposedById: proposedById ?? '', tokenId: null }),
    asksSecond: isSecondPersonNeeded(second),
    now: context.clock.now(),
  };
}

const toLine = ({
  isOwn: _isOwn,
  status: _status,
  refunded: _refunded,
  isSanctioned: _isSanctioned,
  ...line
}: CurrentCaseSubject) => line;

const listContradictions = (
  kind: Parameters<typeof describeDisagreement>[0],
  subjects: readonly CurrentCaseSubject[],
): readonly string[] =>
  subjects.flatMap((one) => {
    const what = describeDisagreement(kind, one.subjectKind, one);
    if (what === null) return [];
    return one.isOwn
      ? [what]
      : [tReviewDisagreements('inMerged', { number: String(one.number), disagreement: what })];
  });
