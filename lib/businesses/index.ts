import 'server-only';

/**
 * The businesses of this installation and their records at the service. Reads a record, stores every changed reading and
 * shows what changed. Pages get records without callback secrets. The record itself is never edited here: only the time
 * zone is a setting of this product.
 */
export { findDayBounds, readBusinessDay } from './business-day-queries.ts';
export {
  findTimeZone,
  listBusinesses,
  listMemberships,
  readAcceptedTerms,
  readAcceptedTermsInScope,
  readBusinessHistory,
  readBusinessView,
  readTimeZone,
} from './business-queries.ts';
export { parseStoredObject } from './business-record.ts';
export { ensureBusiness, listAllBusinesses } from './business-store.ts';
export type { CheckedAnswer, UsableAnswer } from './reading-answer.ts';
export { checkAnswer } from './reading-answer.ts';
export {
  findReadState,
  listReadingTimes,
  readLastAttempts,
  readLatestReadings,
  recordAttempt,
  storeFailure,
  storeReading,
} from './reading-store.ts';
export { readBusiness, refreshBusiness } from './refresh-business.ts';
