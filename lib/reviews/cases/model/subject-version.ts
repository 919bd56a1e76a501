import { Problem } from '#lib/values/errors.ts';
import type { SubjectKind } from '../../model.ts';
import type { CaseView } from '../../schema/case.ts';

/** What the service said of a thing that a case is about when somebody looked: its own, or of a case that joined it. */
export type SubjectVersion = {
  readonly caseId: string;
  readonly status: string | null;
  readonly refundStatus: string | null;
};

/** The same as it is now, with what to call it. */
export type SubjectNow = SubjectVersion & {
  readonly number: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly reference: string | null;
};

/** Everything that a case is about, as the page has it. */
export const subjectsIn = ({ own, joined }: Pick<CaseView, 'own' | 'joined'>): readonly SubjectNow[] =>
  [own, ...joined].map(({ serviceStatus, ...one }) => ({ ...one, status: serviceStatus }));

export const toSubjectVersions = (view: Pick<CaseView, 'own' | 'joined'>): SubjectVersion[] =>
  subjectsIn(view).map(({ caseId, status, refundStatus }) => ({ caseId, status, refundStatus }));

const word = (status: string | null): string => status ?? 'not told';

/** What has changed at the service since somebody looked, a sentence each, naming which of the subjects it is. */
export function changesSince(now: readonly SubjectNow[], seen: readonly SubjectVersion[]): readonly string[] {
  return now.flatMap(({ caseId, number, subjectKind, subjectId, reference, status, refundStatus }) => {
    const before = seen.find((one) => one.caseId === caseId);
    const name = `${subjectKind} ${reference ?? subjectId.slice(0, 8)}${now.length > 1 ? ` (case ${number})` : ''}`;
    if (before === undefined) return [`The ${name} was not part of the case when you looked.`];
    const told = (what: string, was: string | null, is: string | null) =>
      was === is ? [] : [`The ${what} was ${word(was)} when you looked and is ${word(is)} now.`];
    return [
      ...told(name, before.status, status),
      ...told(`refund of ${name}`, before.refundStatus, refundStatus),
    ];
  });
}

/**
 * A deposit may leave review while somebody decides on it: throws Problem 'conflict' where any of what the case is about
 * is not as it was seen.
 */
export function requireSeenVersion(now: readonly SubjectNow[], seen: readonly SubjectVersion[]): void {
  const changes = changesSince(now, seen);
  if (changes.length === 0) return;
  const [first = '', ...others] = changes;
  const more = others.length === 0 ? '' : ` So did ${others.length} more.`;
  throw new Problem('conflict', `${first}${more} Look again, then decide.`);
}
