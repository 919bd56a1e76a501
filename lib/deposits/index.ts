import 'server-only';

export { depositsOfPayment, depositTexts, readDeposit, referencesOf } from './queries/detail.ts';
export { countDeposits, depositKeyset, listDeposits } from './queries/list.ts';
export { depositRiskOf, depositRiskStamp, viewDepositRisk } from './queries/risk.ts';
export { refundPlaces } from './queries/search.ts';
export { depositProvisional, toldDepositAmount } from './queries/told-amount.ts';
export { addUpDeposits, depositTotals } from './queries/totals.ts';
