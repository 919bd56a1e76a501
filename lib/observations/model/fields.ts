/**
 * The fields of the read model, in the service’s names (§2.3, §2.4, §6). Each is a register of its own. Values that a
 * deposit callback reports about something other than the record have names of their own (`callback…`).
 */
export type FieldKind = 'text' | 'amount' | 'seconds' | 'count' | 'boolean' | 'json';
export type FieldTable = Readonly<Record<string, FieldKind>>;

export const paymentFields = {
  clientPaymentId: 'text',
  locale: 'text',
  status: 'text',
  rateType: 'text',
  type: 'text',
  url: 'text',
  paymentUrl: 'text',
  overpaymentPolicy: 'text',
  refundFollowUpDepositsForOneTimePayments: 'boolean',
  processorType: 'text',
  walletAddress: 'text',
  destinationTag: 'text',
  displayCurrency: 'text',
  expectedDisplayAmount: 'amount',
  expectedDisplayDistributedUserServiceFee: 'amount',
  actualDisplayAmount: 'amount',
  actualDisplayDistributedUserServiceFee: 'amount',
  depositCurrency: 'text',
  expectedNetwork: 'text',
  expectedDepositAmount: 'amount',
  expectedDepositDistributedUserServiceFee: 'amount',
  actualDepositAmount: 'amount',
  actualDepositDistributedUserServiceFee: 'amount',
  expectedUniformAmount: 'amount',
  actualUniformAmount: 'amount',
  userServiceFeeDistributionPercentage: 'text',
  redirectUrl: 'text',
  redirectMode: 'text',
  expirationMinutes: 'count',
  initiatedBy: 'text',
  paymentInitiatedAt: 'seconds',
  paymentRequestedAt: 'seconds',
  expirationTime: 'seconds',
} as const satisfies FieldTable;

export const depositFields = {
  paymentId: 'text',
  transactionId: 'text',
  status: 'text',
  fromAddress: 'text',
  toAddress: 'text',
  depositCurrency: 'text',
  network: 'text',
  depositAmount: 'amount',
  depositDistributedUserServiceFee: 'amount',
  onChainFee: 'amount',
  displayCurrency: 'text',
  displayAmount: 'amount',
  displayPayableAmount: 'amount',
  displayServiceFee: 'amount',
  displayDistributedUserServiceFee: 'amount',
  settlementCurrency: 'text',
  settlementPayableAmount: 'amount',
  settlementServiceFee: 'amount',
  settlementDistributedUserServiceFee: 'amount',
  uniformCurrency: 'text',
  uniformPayableAmount: 'amount',
  uniformServiceFee: 'amount',
  uniformDistributedUserServiceFee: 'amount',
  userServiceFeeDistributionPercentage: 'text',
  depositReceivedAt: 'seconds',
  displayRateDepegLossAmount: 'amount',
  settlementRateDepegLossAmount: 'amount',
  uniformRateDepegLossAmount: 'amount',
  callbackDepositAmount: 'amount',
  callbackDisplayAmount: 'amount',
  callbackSettlementAmount: 'amount',
  callbackDisplayDepegLoss: 'amount',
  rateType: 'text',
  refundType: 'text',
  refundStatus: 'text',
  refundReason: 'text',
  refundDepositCurrency: 'text',
  refundNetwork: 'text',
  refundAmount: 'amount',
  refundFee: 'amount',
  refundDisplayCurrency: 'text',
  refundDisplayAmount: 'amount',
  refundDisplayFee: 'amount',
  refundTransactionId: 'text',
  refundConfirmedAt: 'seconds',
} as const satisfies FieldTable;

/** The deposit fields from which a payment’s aggregate is made (`deposit-aggregate.ts`). */
export const aggregatedFields = {
  status: depositFields.status,
  refundStatus: depositFields.refundStatus,
  depositCurrency: depositFields.depositCurrency,
  network: depositFields.network,
  displayCurrency: depositFields.displayCurrency,
  displayAmount: depositFields.displayAmount,
  callbackDisplayAmount: depositFields.callbackDisplayAmount,
  depositAmount: depositFields.depositAmount,
  callbackDepositAmount: depositFields.callbackDepositAmount,
  depositReceivedAt: depositFields.depositReceivedAt,
} as const satisfies FieldTable;

export const depositRiskFields = { riskScore: 'text', assessment: 'json' } as const satisfies FieldTable;

export const withdrawalFields = {
  clientWithdrawalId: 'text',
  status: 'text',
  displayCurrency: 'text',
  withdrawCurrency: 'text',
  settlementCurrency: 'text',
  expectedDisplayAmount: 'amount',
  actualDisplayAmount: 'amount',
  estimatedWithdrawAmount: 'amount',
  actualWithdrawAmount: 'amount',
  deductedSettlementAmount: 'amount',
  withdrawFee: 'amount',
  displayFee: 'amount',
  displayRateDepegLossAmount: 'amount',
  settlementRateDepegLossAmount: 'amount',
  toTxAddress: 'text',
  transactionId: 'text',
} as const satisfies FieldTable;

export const withdrawalRiskFields = {
  ownerName: 'text',
  ownerCategory: 'text',
} as const satisfies FieldTable;

/**
 * Fields that never change during the life of a record. Two different values are stored as a conflict. All other
 * fields can change, and the newer value counts.
 */
export const fixedFields: ReadonlySet<string> = new Set([
  'payment.clientPaymentId',
  'payment.type',
  'payment.displayCurrency',
  'payment.expectedDisplayAmount',
  'deposit.paymentId',
  'deposit.transactionId',
  'deposit.fromAddress',
  'deposit.toAddress',
  'deposit.depositCurrency',
  'deposit.network',
  'deposit.depositAmount',
  'deposit.settlementCurrency',
  'deposit.callbackDepositAmount',
  'deposit.callbackDisplayAmount',
  'deposit.callbackSettlementAmount',
  'withdrawal.clientWithdrawalId',
  'withdrawal.displayCurrency',
  'withdrawal.withdrawCurrency',
  'withdrawal.settlementCurrency',
  'withdrawal.expectedDisplayAmount',
  'withdrawal.deductedSettlementAmount',
  'withdrawal.toTxAddress',
  'withdrawal.transactionId',
]);

/** Fields with an address. Two spellings of one address are no conflict. */
export const addressFields: ReadonlySet<string> = new Set(['fromAddress', 'toAddress', 'toTxAddress']);
