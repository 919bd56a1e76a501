import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { unreachable } from '#lib/values/errors.ts';
import { chooseCoin } from '../lifecycle/choose-coin.ts';
import { createPayment } from '../lifecycle/create-payment.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import type { PayerTransfer } from '../lifecycle/receive-deposit.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import { createTransactionHash } from '../model/addresses.ts';
import type { Business } from '../model/businesses.ts';
import { acceptsPair, listPairs } from '../model/businesses.ts';
import { coins, isNetwork, requireChain } from '../model/coins.ts';
import { applyRatio, isLess, toRatio, trimZeros } from '../model/money.ts';
import { chooseWeighted, isChosen, pickInteger, pickRandom } from '../model/random.ts';
import { serviceRate } from '../model/rates.ts';
import type { SandboxContext } from '../world.ts';
import type { CustomerKind } from './customers.ts';
import { chooseCustomer, chooseSender, customerKinds } from './customers.ts';
import type { HistoryContext, HistoryStep } from './history-context.ts';
import { chooseCurrency, chooseLocale, chooseOrderTimes, choosePrice, createClientId } from './merchant.ts';

type Pair = { coin: string; network: string };

/** An order before it is placed: its terms, and how its customer behaves. */
type Order = {
  readonly at: number;
  readonly kind: CustomerKind;
  readonly currency: string;
  readonly price: Amount;
  readonly pair: Pair;
  readonly pricedInCoin: boolean;
  /** The name of a sender in the library. By default a random one. */
  readonly sender?: string | undefined;
};

/** Chooses coin and network, usually one of the most common pairs. */
function pickPair(
  world: SandboxContext,
  business: Business,
  price: Amount,
  currency: string,
  at: number,
): Pair {
  const affordable = listPairs(business).filter(({ coin, network }) => {
    const { minimum, scale } = requireChain(coin, network);
    return isLess(minimum, applyRatio(price, serviceRate(currency, coin, at), scale));
  });
  const liked = affordable.filter(({ coin }) => ['USDT', 'BTC', 'ETH', 'USDC'].includes(coin));
  const from = liked.length > 0 && isChosen(world.random, 0.65) ? liked : affordable;
  return from.length > 0 ? pickRandom(world.random, from) : { coin: 'BTC', network: 'BTC' };
}

const share = (state: PaymentState, text: string): Amount => {
  const { depositCurrency, expectedNetwork, expectedDepositAmount } = state.record;
  const { scale } = requireChain(depositCurrency ?? 'BTC', expectedNetwork ?? 'BTC');
  return trimZeros(applyRatio(expectedDepositAmount ?? amount('0'), toRatio(amount(text)), scale));
};

function place(world: SandboxContext, business: Business, order: Order, count: number): PaymentState {
  const { random } = world;
  const { kind, currency, price, pair } = order;
  const reusable = kind === 'reusable';
  const floating = isChosen(random, 0.15);
  const { scale } = requireChain(pair.coin, pair.network);
  const inCoin = trimZeros(applyRatio(price, serviceRate(currency, pair.coin, order.at), Math.min(scale, 6)));
  const requested = order.pricedInCoin
    ? { depositCurrency: pair.coin, depositAmount: inCoin, network: pair.network }
    : { displayCurrency: currency, displayAmount: price };
  const request = createPaymentRequest.parse({
    clientPaymentId: createClientId(random, count),
    businessId: business.id,
    locale: chooseLocale(random, currency),
    type: reusable ? 'REUSABLE' : 'ONE_TIME',
    ...(reusable ? {} : { rateType: floating ? 'FLOATING' : 'FIXED' }),
    ...requested,
    ...(reusable
      ? {}
      : {
          expirationMinutes: chooseWeighted(random, [
            [6, 30],
            [2, 60],
            [1, 15],
            [1, 1_440],
            [1, 0],
          ]),
        }),
    ...(isChosen(random, 0.5) && {
      redirectUrl: 'https://shop.example.com/thanks',
      redirectMode: pickRandom(random, ['PARENT', 'SELF']),
    }),
  });
  return createPayment(world, request);
}

/** Lists the actions of one order's customer, with their times. */
function customerSteps(
  world: SandboxContext,
  business: Business,
  order: Order,
  count: number,
): HistoryStep[] {
  const { random } = world;
  let placed: PaymentState | null = null;
  const fresh = () => (placed === null ? null : world.store.payments.find(placed.record.paymentId));
  const start: HistoryStep = {
    at: order.at,
    act: () => {
      placed = place(world, business, order, count);
    },
  };
  const choosing = order.at + pickInteger(random, 15, 240);
  const choose: HistoryStep = {
    at: choosing,
    act: () => {
      const state = fresh();
      if (state !== null && !order.pricedInCoin)
        chooseCoin(world, state, order.pair.coin, order.pair.network);
    },
  };
  const sender = order.sender ?? chooseSender(random);
  const pay = (after: number, sending: (state: PaymentState) => PayerTransfer = () => ({})): HistoryStep => ({
    at: choosing + after,
    act: () => {
      const state = fresh();
      if (state !== null) receiveDeposit(world, state, { sender, ...sending(state) });
    },
  });
  const soon = pickInteger(random, 20, 420);
  switch (order.kind) {
    case 'exact':
      return [start, choose, pay(soon)];
    case 'walks-away':
      return [start];
    case 'picks-and-leaves':
      return [start, choose];
    case 'under':
      return [
        start,
        choose,
        pay(soon, (state) => ({ amount: share(state, pickRandom(random, ['0.5', '0.9', '0.99', '0.25'])) })),
      ];
    case 'in-parts': {
      const shared = isChosen(random, 0.4) && isNetwork(order.pair.network);
      const transactionId =
        shared && isNetwork(order.pair.network)
          ? createTransactionHash(order.pair.network, random.uuid())
          : undefined;
      const part = (text: string) => (state: PaymentState) => ({
        amount: share(state, text),
        ...(transactionId !== undefined && { transactionId }),
      });
      return [
        start,
        choose,
        pay(soon, part('0.4')),
        pay(shared ? soon : soon + 120, part('0.35')),
        pay(soon + 400),
      ];
    }
    case 'over':
      return [
        start,
        choose,
        pay(soon, (state) => ({
          amount: share(state, pickRandom(random, ['1.2', '1.01', '2', '1.5', '1.0001'])),
        })),
      ];
    case 'wrong-coin': {
      const other = pickRandom(random, listPairs(business));
      return [start, choose, pay(soon, () => ({ depositCurrency: other.coin, network: other.network }))];
    }
    case 'restricted-coin': {
      const strange = Object.entries(coins).flatMap(([coin, { chains }]) =>
        chains
          .filter(({ network }) => !acceptsPair(business, coin, network))
          .map(({ network }) => ({ coin, network })),
      );
      if (strange.length === 0) return [start, choose, pay(soon)];
      const sent = pickRandom(random, strange);
      return [start, choose, pay(soon, () => ({ depositCurrency: sent.coin, network: sent.network }))];
    }
    case 'below-minimum':
      return [
        start,
        choose,
        pay(soon, ({ record }) => {
          const { minimum, scale } = requireChain(
            record.depositCurrency ?? 'BTC',
            record.expectedNetwork ?? 'BTC',
          );
          return { amount: trimZeros(applyRatio(minimum, toRatio(amount('0.3')), scale)) };
        }),
      ];
    case 'late':
      return [start, choose, pay(pickInteger(random, 7_200, 86_400))];
    case 'follow-up':
      return [start, choose, pay(soon), pay(soon + pickInteger(random, 7_200, 200_000))];
    case 'reusable':
      return [start, choose, ...manyPayers(world, business, order, pay)];
    default:
      return unreachable(order.kind);
  }
}

function manyPayers(
  world: SandboxContext,
  business: Business,
  order: Order,
  pay: (after: number, sending: (state: PaymentState) => PayerTransfer) => HistoryStep,
): HistoryStep[] {
  const { random } = world;
  const times = pickInteger(random, 2, 24);
  return Array.from({ length: times }, () => {
    const pair = isChosen(random, 0.7) ? order.pair : pickRandom(random, listPairs(business));
    const sender = chooseSender(random);
    return pay(pickInteger(random, 60, 40 * 86_400), () => ({
      depositCurrency: pair.coin,
      network: pair.network,
      sender,
    }));
  });
}

const hour = 3_600;

/** Orders that are still open at the end of the past: kind of customer, sender, and seconds since they began. */
const unfinished: readonly (readonly [CustomerKind, string | undefined, number, number])[] = [
  ...['mixer', 'several', 'stolen', 'gambling', 'darknet', 'sanctioned'].map(
    (sender) => ['exact', sender, hour, 5 * hour] as const,
  ),
  ['over', 'clean', 700, 1_100],
  ['wrong-coin', 'clean', 700, 1_100],
  ['over', 'clean', 700, 1_100],
  ['picks-and-leaves', undefined, 300, 900],
  ['walks-away', undefined, 60, 400],
  ['exact', 'clean', 200, 400],
  ['exact', 'clean', 400, 2_400],
  ['under', 'clean', 300, 900],
];

/** Plans all orders of a merchant, with some for each kind of customer. */
export function planOrders(world: SandboxContext, business: Business, life: HistoryContext): HistoryStep[] {
  const { random } = world;
  const plan = (at: number, count: number, kind: CustomerKind, sender?: string): HistoryStep[] => {
    const currency = chooseCurrency(random, business);
    const price = choosePrice(random, currency, at);
    const pair = pickPair(world, business, price, currency, at);
    const pricedInCoin =
      kind !== 'reusable' && isChosen(random, 0.05) && acceptsPair(business, pair.coin, pair.network);
    const order: Order = { at, kind, currency, price, pair, pricedInCoin, sender };
    return customerSteps(world, business, order, count);
  };
  const last = unfinished.slice(0, life.payments);
  const earlier = chooseOrderTimes(random, life.from, life.to - hour, life.payments - last.length);
  return [
    ...earlier.flatMap((at, index) =>
      plan(at, index + 1, customerKinds[index - 20] ?? chooseCustomer(random)),
    ),
    ...last.flatMap(([kind, sender, least, most], index) =>
      plan(life.to - pickInteger(random, least, most), earlier.length + index + 1, kind, sender),
    ),
  ];
}
