import 'server-only';

/**
 * Sets how long records are kept. By default forever. A business can let whole records expire after years without a change:
 * the payment or withdrawal and all that belongs to it is removed, and its callbacks remain with hash and size. A closed
 * case is removed with its decisions, notes, files and reports. The database refuses shorter times without a second owner,
 * and never removes records under a legal hold, records with a case, or open cases.
 */
export { expireRecords } from './expire-records.ts';
export {
  listLiftProposals,
  listRetentionProposals,
  readRecordHolds,
  readRetention,
} from './queries.ts';
export { countExpiredCases, verifyCaseNumbers } from './verify-queries.ts';
