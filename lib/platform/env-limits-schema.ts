import { tEnvironment } from '#lib/messages/environment.ts';
import { requireWholeNumber } from '#lib/values/assumptions/checks.ts';

/** Variables that keep one person from using all capacity. */
export const limitVariables = {
  PERSON_SESSIONS: requireWholeNumber(1, 1_000, tEnvironment('unit.sessions')).default(10),
};
