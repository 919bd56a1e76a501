import { tEnvironment } from '#lib/messages/environment.ts';
import { requireWholeNumber } from '#lib/values/assumptions/checks.ts';

/** Variables that keep one person, or one kind of work, from using all capacity. Each process counts separately. */
export const limitVariables = {
  PERSON_SESSIONS: requireWholeNumber(1, 1_000, tEnvironment('unit.sessions')).default(10),
  EXPORT_POOL_SIZE: requireWholeNumber(1, 50, tEnvironment('unit.exportConnections')).default(5),
  CALLBACK_POOL_SIZE: requireWholeNumber(5, 50, tEnvironment('unit.callbackConnections')).default(5),
};
