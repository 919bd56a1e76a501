import type { Person } from '#lib/reviews/schema/case.ts';

export const unassigned = 'nobody';

/** Those to whom a case can be given, the person who asks first. */
export const assigneeChoices = (people: readonly Person[], me: string) => [
  ...people
    .filter(({ personId }) => personId === me)
    .map(({ personId }) => ({ value: personId, label: 'Me' })),
  ...people
    .filter(({ personId }) => personId !== me)
    .map(({ personId, name }) => ({ value: personId, label: name })),
  { value: unassigned, label: 'Nobody' },
];
