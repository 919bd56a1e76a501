import { randomUUID } from 'node:crypto';

/** Bodies in the service's format, for tests. Every field can be replaced; `undefined` omits it. */
type Fields = Readonly<Record<string, unknown>>;

export const toSampleBytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

/** §6.1. */
export const depositCallbackSample = (fields: Fields = {}): Fields => ({
  actualDepositAmount: 53.271845,
  actualDisplayAmount: 49.9,
  clientPaymentId: `order-${randomUUID()}`,
  depositCurrency: 'USDT',
  settlementAmount: 49.4,
  settlementCurrency: 'EUR',
  depositId: randomUUID(),
  onChainFee: 0.000021,
  depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  transactionId: 'b1fea4d2c6e7',
  displayCurrency: 'EUR',
  expectedDepositAmount: '53.271845',
  displayServiceFee: 0.5,
  settlementServiceFee: 0.5,
  expectedDisplayAmount: 49.9,
  network: 'TRX',
  expirationTime: 1_793_000_000,
  paymentId: randomUUID(),
  paymentReceivedAt: 1_792_999_000,
  paymentRequestedAt: 1_792_998_900,
  status: 'CONFIRMED',
  rateType: 'FIXED',
  settlementRateDepegLossAmount: null,
  displayRateDepegLossAmount: -0.01,
  settlementDistributedUserServiceFee: '0',
  displayDistributedUserServiceFee: '0',
  ...fields,
});

/** §6.2. */
export const withdrawalCallbackSample = (businessId: string, fields: Fields = {}): Fields => ({
  status: 'COMPLETED',
  clientWithdrawalId: `payout-${randomUUID()}`,
  businessId,
  withdrawalId: randomUUID(),
  displayCurrency: 'EUR',
  withdrawCurrency: 'XRP',
  settlementCurrency: 'EUR',
  expectedDisplayAmount: '100.00',
  actualDisplayAmount: '99.87',
  estimatedWithdrawAmount: '190.5',
  actualWithdrawAmount: '190.25',
  deductedSettlementAmount: '100.30',
  withdrawFee: '0.00001',
  displayFee: '0.01',
  toTxAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345',
  transactionId: 'C53ECF838647FA5A4C780377025FEC7999AB4182590510CA461444B207AB74A9',
  txAddressOwner: { name: 'Some exchange', category: 'exchange' },
  ...fields,
});

/** §2.4. */
export const depositRecordSample = (fields: Fields = {}): Fields => ({
  id: randomUUID(),
  transactionId: 'b1fea4d2c6e7',
  status: 'CONFIRMED',
  fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  toAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  depositCurrency: 'USDT',
  network: 'TRX',
  depositAmount: '53.271845',
  onChainFee: '0.000021',
  displayCurrency: 'EUR',
  displayAmount: '49.90',
  displayPayableAmount: '49.40',
  settlementCurrency: 'EUR',
  settlementPayableAmount: '49.40',
  uniformCurrency: 'EUR',
  uniformPayableAmount: '49.40',
  userServiceFeeDistributionPercentage: '0',
  depositReceivedAt: 1_792_999_000,
  ...fields,
});

/** §2.3. */
export const paymentRecordSample = (businessId: string, fields: Fields = {}): Fields => ({
  paymentId: randomUUID(),
  clientPaymentId: `order-${randomUUID()}`,
  businessId,
  locale: 'en',
  status: 'NEW',
  rateType: 'FIXED',
  type: 'ONE_TIME',
  url: 'https://pay.example.test/checkout',
  processorType: 'BLOCKCHAIN',
  displayCurrency: 'EUR',
  expectedDisplayAmount: '49.90',
  actualDisplayAmount: '0',
  actualDisplayDistributedUserServiceFee: '0',
  actualDepositAmount: '0',
  actualDepositDistributedUserServiceFee: '0',
  actualUniformAmount: '0',
  userServiceFeeDistributionPercentage: '0',
  expirationMinutes: 30,
  paymentInitiatedAt: 1_792_998_800,
  deposits: [],
  ...fields,
});
