import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { listObjectAudit } from '#lib/audit/index.ts';
import { tReviewDisagreements } from '#lib/messages/review-disagreements.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';

import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { compareTotal } from '#lib/values/total.ts';
import { describeDisagreement } from '../model-disagreements.ts';
import type { CaseView } from '../schema/case.ts';
import { readReasonTemplates } from '../store/reason-templates.ts';
import { readCaseMoney } from './case-money.ts';
import { readParts } from './case-parts.ts';
import { readCaseReading } from './case-reading.ts';
import type { CurrentCaseSubject } from './case-subjects.ts';
import { listCaseSubjects } from './case-subjects.ts';
import { readCheckedSteps } from './checked-steps.ts';
import { listPacks } from './packs.ts';
import { listAssignees, readNames } from './people.ts';
import { findReopening } from './reopening.ts';
import { readDeskSettings } from './settings.ts';

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
  const caseId = parseId<CaseId>(reviewCase);
  const parts = caseId === null ? null : await readParts(businessId, caseId);
  if (caseId === null || parts === null)
    throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  const [subjects, money, people, settings, log, checked, packs, control, reading, templates] =
    await Promise.all([
      listCaseSubjects(businessId, caseId),
      readCaseMoney(businessId, caseId),
      listAssignees(businessId),
      readDeskSettings(context, businessId),
      listObjectAudit(businessId, 'review-case', parts.caseIds),
      readCheckedSteps(businessId, parts.caseIds),
      listPacks(businessId, caseId),
      findReopening(businessId, caseId),
      readCaseReading(businessId, caseId),
      readReasonTemplates(businessId),
    ]);
  const named = await readNames([
    ...parts.people,
    ...packs.map((one) => one.personId),
    ...control.people,
    ...log.map((entry) => (entry.actorKind === 'person' ? entry.actorId : null)),
  ]);
  const view = parts.toView(named);
  const standing = view.state === 'decided' ? view.decisions.find((one) => one.state === 'final') : undefined;
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
    me: context.actor.personId,
    secondFromEur: settings.secondFromEur,
    takesTwo: control.takesTwo,
    ...control.toView(named),
    asksSecond:
      control.takesTwo ||
      money.eur === null ||
      money.eurUnreported > 0 ||
      compareTotal(money.eur, settings.secondFromEur) >= 0,
    now: context.clock.now(),
  };
}

const toLine = ({ isOwn: _isOwn, status: _status, refunded: _refunded, ...line }: CurrentCaseSubject) => line;

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
