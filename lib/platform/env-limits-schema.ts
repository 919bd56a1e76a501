import { wholeNumber } from '#lib/values/assumptions/checks.ts';

/** The variables that keep one person, or one kind of work, from taking everything. Each process counts by itself. */
export const limitVariables = {
  PERSON_READS: wholeNumber(1, 1_000, 'reads of one person at the same time').default(3),
  PERSON_TOTALS: wholeNumber(1, 1_000, 'totals of one person at the same time').default(2),
  PERSON_EXPORTS: wholeNumber(1, 1_000, 'downloads of one person at the same time').default(2),
  PERSON_STREAMS: wholeNumber(1, 1_000, 'open streams of changes of one person').default(6),
  PERSON_QUEUE: wholeNumber(0, 10_000, 'requests of one person and kind that wait').default(100),
  PERSON_WAIT_SECONDS: wholeNumber(1, 300, 'seconds').default(10),
  DOWNLOAD_STALL_SECONDS: wholeNumber(1, 3_600, 'seconds').default(30),
  EXPORT_POOL_SIZE: wholeNumber(1, 50, 'connections for downloads').default(5),
  CALLBACK_POOL_SIZE: wholeNumber(5, 50, 'connections for callbacks').default(5),
};
