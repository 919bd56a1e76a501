import 'server-only';

export {
  listWithdrawalRisk,
  readWithdrawal,
  viewWithdrawalRisk,
  withdrawalRiskStamp,
  withdrawalTexts,
} from './queries/detail.ts';
export { countWithdrawals, listWithdrawals, withdrawalKeyset } from './queries/list.ts';
export { reportedWithdrawalAmount, withdrawalProvisional } from './queries/told-amount.ts';
export { addUpWithdrawals, withdrawalTotals } from './queries/totals.ts';
