/**
 * The withdrawals of a business: their list, totals, detail and the screened owner of the address. All values come from
 * withdrawal callbacks, because the service has no read for withdrawals. Every function checks the person's permission
 * first, except those for exports. The owner of the address is risk detail: each view of it is audited.
 */
import 'server-only';

export { readExpectedWithdrawals } from './expected/queries.ts';
export { isUnexpectedSql } from './expected/unexpected-sql.ts';
export {
  listWithdrawalRisk,
  readWithdrawal,
  readWithdrawalRiskChangedAt,
  viewWithdrawalRisk,
  withdrawalTextColumns,
} from './queries/detail.ts';
export {
  countWithdrawals,
  listWithdrawalRecords,
  listWithdrawals,
  withdrawalDefinition,
} from './queries/list.ts';
export { reportedWithdrawalAmount, withdrawalProvisionalSql } from './queries/reported-amount.ts';
export { calculateWithdrawalTotals, readWithdrawalTotals } from './queries/totals.ts';
