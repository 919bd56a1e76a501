import type { SeededRandom } from '../random.ts';
import type { Content } from './content.ts';
import { createContent } from './content.ts';
import type { Tokens } from './wire.ts';
import { jsonText, wireAmount, word } from './wire.ts';

/** A payment with deposits: only the fields that callbacks contain. */
export type PaymentOfDeposits = {
  readonly businessId: string;
  readonly paymentId: string;
  readonly clientPaymentId: string;
  readonly depositCurrency: string;
  readonly network: string;
};

const coins = [
  ['USDT', 'TRX'],
  ['USDC', 'ETH'],
  ['BTC', 'BTC'],
  ['ETH', 'ETH'],
  ['XRP', 'XRP'],
] as const;

/** Makes up a payment that the product has not received yet. */
export function createUnknownPayment(chance: SeededRandom, businessId: string): PaymentOfDeposits {
  const paymentId = chance.uuid();
  const [depositCurrency, network] = chance.pick(coins);
  return { businessId, paymentId, clientPaymentId: `elsewhere-${paymentId}`, depositCurrency, network };
}

const now = () => Math.floor(Date.now() / 1_000);

/** Makes one deposit (§6.1) in this number of versions. Each version is later or different, so no two are equal. */
export function createDepositCallbacks(
  chance: SeededRandom,
  payment: PaymentOfDeposits,
  versions: number,
): Content[] {
  const depositId = chance.uuid();
  const received = now() - chance.between(0, 23 * 3_600);
  const fixed: Tokens = {
    clientPaymentId: word(payment.clientPaymentId),
    depositCurrency: word(payment.depositCurrency),
    settlementCurrency: word('EUR'),
    depositId: word(depositId),
    onChainFee: '0.000021',
    depositAddress: word(`to-${chance.uuid()}`),
    fromAddress: word(`from-${chance.uuid()}`),
    transactionId: word(chance.uuid().replaceAll('-', '')),
    displayCurrency: word('EUR'),
    expectedDepositAmount: word('53.271845'),
    displayServiceFee: '0.5',
    settlementServiceFee: '5e-1',
    expectedDisplayAmount: '49.90',
    network: word(payment.network),
    expirationTime: String(now() + 1_800),
    paymentId: word(payment.paymentId),
    paymentReceivedAt: String(received),
    paymentRequestedAt: String(now()),
    status: word('CONFIRMED'),
    rateType: word(chance.pick(['FIXED', 'FLOATING'])),
    settlementRateDepegLossAmount: 'null',
    displayRateDepegLossAmount: chance.pick(['null', '-0.01', '0.000000000000000001']),
    settlementDistributedUserServiceFee: word('0'),
    displayDistributedUserServiceFee: word('0'),
  };
  return Array.from({ length: versions }, () => {
    const amount = wireAmount(chance);
    const tokens = {
      actualDepositAmount: amount.token,
      actualDisplayAmount: wireAmount(chance).token,
      settlementAmount: wireAmount(chance).token,
      ...fixed,
    };
    return createContent({
      businessId: payment.businessId,
      kind: 'deposit-received',
      expectedVerdict: 'effective',
      body: jsonText(tokens),
      effect: { subjectId: depositId, paymentId: payment.paymentId, digits: amount.digits },
    });
  });
}
