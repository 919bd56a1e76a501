/**
 * The deposits of a business: their list, totals, detail and risk detail, read from the read model. Every function
 * checks the person's permission first, except those for exports, whose callers have checked it. Risk detail is read by
 * functions of its own, and each view of it is audited. This room never writes a deposit: `lib/observations` does.
 */
import 'server-only';

export {
  depositTextColumns,
  listPaymentDeposits,
  listPaymentReferences,
  readDeposit,
} from './queries/detail.ts';
export { countDeposits, depositDefinition, listDepositRecords, listDeposits } from './queries/list.ts';
export { depositProvisionalSql, reportedDepositAmount } from './queries/reported-amount.ts';
export { listDepositRisk, readDepositRiskChangedAt, viewDepositRisk } from './queries/risk.ts';
export { refundSearchIndexes } from './queries/search.ts';
export { calculateDepositTotals, readDepositTotals } from './queries/totals.ts';
