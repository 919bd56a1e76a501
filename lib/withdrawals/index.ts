import 'server-only';

export {
  readWithdrawal,
  viewWithdrawalRisk,
  withdrawalRiskOf,
  withdrawalRiskStamp,
  withdrawalTexts,
} from './queries/detail.ts';
export { countWithdrawals, listWithdrawals, withdrawalKeyset } from './queries/list.ts';
export { toldWithdrawalAmount, withdrawalProvisional } from './queries/told-amount.ts';
export { addUpWithdrawals, withdrawalTotals } from './queries/totals.ts';
