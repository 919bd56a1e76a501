import 'server-only';

export { depositsOfPayment, depositTexts, listPaymentReferences, readDeposit } from './queries/detail.ts';
export { countDeposits, depositKeyset, listDeposits } from './queries/list.ts';
export { depositRiskStamp, listDepositRisk, viewDepositRisk } from './queries/risk.ts';
export { refundPlaces } from './queries/search.ts';
export { depositProvisional, reportedDepositAmount } from './queries/told-amount.ts';
export { addUpDeposits, depositTotals } from './queries/totals.ts';
