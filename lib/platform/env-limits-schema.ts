import { tEnvironment } from '#lib/messages/environment.ts';
import { requireWholeNumber } from '#lib/values/assumptions/checks.ts';

/** Variables that keep one person, or one kind of work, from using all capacity. Each process counts separately. */
export const limitVariables = {
  PERSON_READS: requireWholeNumber(1, 1_000, tEnvironment('unit.reads')).default(3),
  PERSON_TOTALS: requireWholeNumber(1, 1_000, tEnvironment('unit.totals')).default(2),
  PERSON_EXPORTS: requireWholeNumber(1, 1_000, tEnvironment('unit.downloads')).default(2),
  PERSON_STREAMS: requireWholeNumber(1, 1_000, tEnvironment('unit.streams')).default(6),
  PERSON_SESSIONS: requireWholeNumber(1, 1_000, tEnvironment('unit.sessions')).default(10),
  PERSON_QUEUE: requireWholeNumber(0, 10_000, tEnvironment('unit.queue')).default(100),
  PERSON_WAIT_SECONDS: requireWholeNumber(1, 300, 'seconds').default(10),
  DOWNLOAD_STALL_SECONDS: requireWholeNumber(1, 3_600, 'seconds').default(30),
  EXPORT_POOL_SIZE: requireWholeNumber(1, 50, tEnvironment('unit.exportConnections')).default(5),
  BATCH_ROWS_PER_SECOND: requireWholeNumber(1, 1_000, tEnvironment('unit.rows')).default(2),
  CALLBACK_POOL_SIZE: requireWholeNumber(5, 50, tEnvironment('unit.callbackConnections')).default(5),
};
