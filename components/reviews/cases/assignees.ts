import { tReviewTerms } from '#lib/messages/review-case.ts';
import type { Person } from '#lib/reviews/cases/schema/case.ts';

/** The choice that leaves a case unassigned. */
export const noAssignee = 'nobody';

/** Lists the people that a case can be assigned to, the current person first. */
export const assigneeChoices = (people: readonly Person[], me: string) => [
  ...people
    .filter(({ personId }) => personId === me)
    .map(({ personId }) => ({ value: personId, label: tReviewTerms('me') })),
  ...people
    .filter(({ personId }) => personId !== me)
    .map(({ personId, name }) => ({ value: personId, label: name })),
  { value: noAssignee, label: tReviewTerms('unassigned') },
];
