import { tCaseReading, tReviewTerms } from '#lib/messages/review-case.ts';
import type { FactDetail } from '#lib/reviews/cases/schema/case.ts';
import type { CaseRead } from '#lib/reviews/cases/schema/reading.ts';
import type { SubjectKind } from '#lib/reviews/model.ts';

/** Names a case by its number. */
export const formatCase = (number: number): string => tReviewTerms('caseNumber', { number: String(number) });

/** Names a deposit, withdrawal or payment by its client ID, or by the first characters of its own ID. */
export const formatSubjectName = (kind: SubjectKind, id: string, reference: string | null): string =>
  reference ?? tReviewTerms(`record.${kind}`, { id: id.slice(0, 8) });

/** Formats for how long a case is snoozed. */
export const formatDuration = (hours: number): string =>
  hours < 24
    ? tReviewTerms('durations.hours', { count: hours })
    : tReviewTerms('durations.days', { count: hours / 24 });

/** Formats the entities that an assessment or a rule found: their number, their categories, or both. */
export function formatEntities({
  entities,
  categories,
}: Pick<NonNullable<FactDetail>, 'entities' | 'categories'>): string {
  const list = categories?.join(', ');
  if (entities === undefined) return list ?? '';
  return list === undefined
    ? tReviewTerms('entities', { count: entities })
    : tReviewTerms('entitiesByCategory', { count: entities, categories: list });
}

/** Says what reading the payments of a case brought, or null if they can't be read. */
export function describeCaseRead(read: CaseRead): string | null {
  switch (read.kind) {
    case 'off':
      return null;
    case 'read':
      return tCaseReading(read.changed ? 'changed' : 'unchanged');
    case 'failed':
      return tCaseReading('notRead', { reason: read.reason });
  }
}
