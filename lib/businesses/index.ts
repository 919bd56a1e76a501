import 'server-only';

export { readBusinessDay } from './business-day-queries.ts';
export {
  acceptedBy,
  businessHistory,
  businessView,
  listBusinesses,
  readTimeZone,
} from './business-queries.ts';
export { storedObject } from './business-record.ts';
export { allBusinesses, ensureBusiness } from './business-store.ts';
export type { Usable, UsableAnswer } from './reading-answer.ts';
export { usableAnswer } from './reading-answer.ts';
export { keepFailure, keepReading, lastAttempts, latestReadings, readingTimes } from './reading-store.ts';
export { readBusiness, refreshBusiness } from './refresh-business.ts';
