import { tReviews } from '#lib/messages/reviews.ts';

import { Problem } from '#lib/values/errors.ts';
import type { SubjectKind } from '../../model.ts';
import type { MoneyFacts } from '../../model-advice.ts';
import type { CaseView } from '../schema/case.ts';

/** The service status of a subject when a person opened the case. A merged case brings its own subject. */
export type SubjectVersion = {
  readonly caseId: string;
  readonly status: string | null;
  readonly refundStatus: string | null;
};

/** The current service status of a subject, with its names. */
export type CurrentSubject = SubjectVersion & {
  readonly number: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly reference: string | null;
};

/** Returns every subject of the case, including those of merged cases. */
export const listSubjects = ({
  own,
  joined,
}: Pick<CaseView, 'own' | 'joined'>): readonly (CurrentSubject & MoneyFacts)[] =>
  [own, ...joined].map(({ serviceStatus, ...one }) => ({ ...one, status: serviceStatus }));

export const toSubjectVersions = (view: Pick<CaseView, 'own' | 'joined'>): SubjectVersion[] =>
  listSubjects(view).map(({ caseId, status, refundStatus }) => ({ caseId, status, refundStatus }));

const statusName = (status: string | null): string => status ?? tReviews('change.notReported');

/** Returns a sentence for each change of the service status since a person opened the case. */
export function describeChangesSince(
  now: readonly CurrentSubject[],
  seen: readonly SubjectVersion[],
): readonly string[] {
  return now.flatMap(({ caseId, number, subjectKind, subjectId, reference, status, refundStatus }) => {
    const before = seen.find((one) => one.caseId === caseId);
    const name = tReviews(now.length > 1 ? 'change.nameInCase' : 'change.name', {
      kind: subjectKind,
      reference: reference ?? subjectId.slice(0, 8),
      number: String(number),
    });
    if (before === undefined) return [tReviews('change.added', { name })];
    const describeChange = (
      message: 'change.status' | 'change.refundStatus',
      earlier: string | null,
      current: string | null,
    ) =>
      earlier === current
        ? []
        : [tReviews(message, { name, before: statusName(earlier), after: statusName(current) })];
    return [
      ...describeChange('change.status', before.status, status),
      ...describeChange('change.refundStatus', before.refundStatus, refundStatus),
    ];
  });
}

/**
 * Checks that nothing has changed at the service since the person opened the case. A deposit can leave review in
 * that time.
 * @throws Problem 'conflict' naming the first change
 */
export function requireSeenVersion(now: readonly CurrentSubject[], seen: readonly SubjectVersion[]): void {
  const [first, ...others] = describeChangesSince(now, seen);
  if (first !== undefined)
    throw new Problem('conflict', tReviews('change.review', { first, more: others.length }));
}
