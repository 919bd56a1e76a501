import 'server-only';

/**
 * The position of a business at the service by settlement currency and period: what was credited, taken from balance and
 * settled, from rows of the records. Two people sign a period off, and its figures never change after that. Never rounds, and
 * never derives what the service doesn't report.
 */

export { answerStatementProposal, signClose } from './close-period.ts';
export { findCommonPeriod, listReportingBusinesses, readAllStatements } from './queries/all-businesses.ts';
export { isClosedSince, isReopenedSince, readReopenings } from './queries/closed-since.ts';
export {
  isInClosedPeriod,
  listClosedPeriods,
  readClosedPeriod,
  readPack,
  readSignedPeriods,
} from './queries/closes.ts';
export { readFees } from './queries/fees.ts';
export { readAgreed } from './queries/figures.ts';
export { listLeftOut, maximumMovements, readMovements } from './queries/movements.ts';
export { listStatementProposals } from './queries/proposals.ts';
export { readRates } from './queries/rates.ts';
export { recordsSql, transitSql } from './queries/records-sql.ts';
export { isRowsCursor, openStatement, readStatementRows } from './queries/rows.ts';
export { readLineChanges, readSettledDeposits, readSignedMatches } from './queries/settled.ts';
export {
  findStatementChoice,
  listSettlementCurrencies,
  listStatementChoices,
  readBasis,
  readLongSnapshot,
  readStatement,
  readStatementTerms,
} from './queries/statement.ts';
export { proposeBasis, proposeOpening } from './set-position.ts';
export { recordSettlement, removeSettlement } from './settlements.ts';
export { lockMatches } from './store.ts';
export { verifyPack } from './verify-pack.ts';
