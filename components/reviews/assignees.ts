import type { Person } from '#lib/reviews/schema.ts';

export const nobody = 'nobody';

/** Those to whom a case can be given, the person who asks first. */
export const assigneeChoices = (people: readonly Person[], me: string) => [
  ...people
    .filter(({ personId }) => personId === me)
    .map(({ personId }) => ({ value: personId, label: 'Me' })),
  ...people
    .filter(({ personId }) => personId !== me)
    .map(({ personId, name }) => ({ value: personId, label: name })),
  { value: nobody, label: 'Nobody' },
];
