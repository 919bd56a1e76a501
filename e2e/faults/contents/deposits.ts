import type { Chance } from '../random.ts';
import type { Content } from './content.ts';
import { createContent } from './content.ts';
import type { Tokens } from './wire.ts';
import { jsonText, wireAmount, word } from './wire.ts';

/** A payment that deposits come in for, as far as their callbacks tell of it. */
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

/** A payment that nobody here has heard of yet. */
export function unknownPayment(chance: Chance, businessId: string): PaymentOfDeposits {
  const paymentId = chance.uuid();
  const [depositCurrency, network] = chance.pick(coins);
  return { businessId, paymentId, clientPaymentId: `elsewhere-${paymentId}`, depositCurrency, network };
}

const now = () => Math.floor(Date.now() / 1_000);

/** §6.1: one deposit, in as many versions as asked for. What each version says is later or different, never the same. */
export function depositCallbacks(chance: Chance, payment: PaymentOfDeposits, versions: number): Content[] {
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
      fate: 'effective',
      body: jsonText(tokens),
      effect: { subjectId: depositId, paymentId: payment.paymentId, digits: amount.digits },
    });
  });
}
