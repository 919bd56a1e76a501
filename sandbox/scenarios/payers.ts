import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import type { PaymentState } from '../lifecycle/payment-state.ts';
import { createTransactionHash } from '../model/addresses.ts';
import { isNetwork, requireChain } from '../model/coins.ts';
import { applyRatio, toRatio, trimZeros } from '../model/money.ts';
import type { Scenario } from './scenario.ts';

/** Returns a share of the requested amount, in its coin. */
function getShare(state: PaymentState, share: string): Amount {
  const { depositCurrency, expectedNetwork, expectedDepositAmount } = state.record;
  const { scale } = requireChain(depositCurrency ?? '', expectedNetwork ?? '');
  return trimZeros(applyRatio(expectedDepositAmount ?? amount('0'), toRatio(amount(share)), scale));
}

/** Scenarios of payers. */
export const payerScenarios: readonly Scenario[] = [
  {
    name: 'exact-payer',
    title: 'Exact payer',
    description: 'Somebody pays exactly what was asked.',
    run: (stage) => void stage.pay(stage.ask()),
  },
  {
    name: 'over-payer',
    title: 'Over-payer',
    description: 'Somebody sends a fifth too much. The excess is kept or sent back, as the business has it.',
    run(stage) {
      const state = stage.ask();
      stage.choose(state, stage.pair('USDT', 'ETH'));
      stage.pay(state, { amount: getShare(state, '1.2') });
    },
  },
  {
    name: 'under-payer',
    title: 'Under-payer',
    description: 'Somebody sends three fifths, and nothing more comes.',
    run(stage) {
      const state = stage.ask();
      stage.choose(state, stage.pair('LTC', 'BTC'));
      stage.pay(state, { amount: getShare(state, '0.6') });
    },
  },
  {
    name: 'several-deposits',
    title: 'Several deposits, two in one transaction',
    description: 'A payment is paid in three parts; two of them share a transaction.',
    run(stage) {
      const state = stage.ask();
      const pair = stage.pair('BTC', 'LTC');
      stage.choose(state, pair);
      stage.pay(state, { amount: getShare(state, '0.5') });
      const transactionId = isNetwork(pair.network)
        ? createTransactionHash(pair.network, `shared:${state.record.paymentId}`)
        : 'shared';
      stage.pay(state, { amount: getShare(state, '0.3'), transactionId });
      // The rest, because three rounded shares can be more than the whole.
      stage.pay(state, { transactionId });
    },
  },
  {
    name: 'wrong-coin',
    title: 'Wrong coin',
    description:
      'The payer picks one coin and sends another. It is credited or sent back, as the business has it.',
    run(stage) {
      const state = stage.ask();
      const pair = stage.pair('USDT', 'BTC');
      const other = stage.other(pair);
      stage.choose(state, pair);
      stage.pay(state, { depositCurrency: other.coin, network: other.network });
    },
  },
  {
    name: 'wrong-network',
    title: 'Wrong network',
    description: 'USDT is asked for on one network and sent on another.',
    run(stage) {
      const state = stage.ask();
      stage.choose(state, stage.pair('USDT:ETH', 'USDT'));
      const network = state.record.expectedNetwork === 'BSC' ? 'ETH' : 'BSC';
      stage.pay(state, { depositCurrency: 'USDT', network });
    },
  },
  {
    name: 'restricted-coin',
    title: 'Restricted coin',
    description:
      'A coin arrives that the business does not take (or, where it takes all, TRC-20 USDC with that network taken away).',
    neverConfirms: true,
    run(stage) {
      const state = stage.ask();
      const coin = ['LINK', 'XLM', 'BNB', 'TRX', 'BCH'].find((one) => !stage.takes(one));
      if (coin === undefined) {
        const networks = { ...stage.business.supportedDepositCurrenciesWithNetworks };
        stage.world.store.businesses.save({
          ...stage.business,
          supportedDepositCurrenciesWithNetworks: { ...networks, LINK: [] },
          supportedDepositCurrencies: Object.keys(networks).filter((one) => one !== 'LINK'),
        });
      }
      stage.pay(state, { depositCurrency: coin ?? 'LINK' });
    },
  },
  {
    name: 'below-minimum',
    title: 'Below the minimum',
    description: 'Less arrives than can be processed.',
    neverConfirms: true,
    run(stage) {
      const state = stage.ask({ euros: '40.00' });
      stage.choose(state, stage.pair('BTC', 'USDT'));
      const { minimum } = requireChain(
        state.record.depositCurrency ?? '',
        state.record.expectedNetwork ?? '',
      );
      const chain = requireChain(state.record.depositCurrency ?? '', state.record.expectedNetwork ?? '');
      stage.pay(state, { amount: trimZeros(applyRatio(minimum, toRatio(amount('0.4')), chain.scale)) });
    },
  },
  {
    name: 'late-payer',
    title: 'Late payer',
    description: 'The time runs out after a minute; the money comes two minutes later, at a floating rate.',
    run(stage) {
      const state = stage.ask({ expirationMinutes: 1, rateType: 'FIXED' });
      stage.choose(state, stage.pair('ETH', 'BTC'));
      stage.payLater(state, 180);
    },
  },
  {
    name: 'nobody-pays',
    title: 'Nobody pays',
    description: 'The payer picks a coin, and the time runs out after a minute.',
    neverConfirms: true,
    run(stage) {
      stage.choose(stage.ask({ expirationMinutes: 1 }), stage.pair('BTC'));
    },
  },
  {
    name: 'follow-up',
    title: 'Follow-up deposit',
    description: 'A payment that is already paid is paid again ten seconds later.',
    run(stage) {
      const state = stage.ask();
      stage.pay(state);
      stage.payLater(state, 10);
    },
  },
  {
    name: 'reusable-link',
    title: 'Reusable link',
    description: 'Five people pay the same link, one after another, with different coins.',
    run(stage) {
      const state = stage.ask({ type: 'REUSABLE', euros: '25.00' });
      stage.pay(state);
      [20, 40, 60, 80].forEach((after, index) => {
        const pair = stage.pair(['ETH', 'BTC', 'XRP', 'USDC'][index] ?? 'BTC');
        stage.payLater(state, after, { depositCurrency: pair.coin, network: pair.network });
      });
    },
  },
  {
    name: 'destination-tag',
    title: 'Destination tag',
    description: 'A payment on a network where a tag tells the payers of one address apart.',
    run(stage) {
      const state = stage.ask();
      stage.choose(state, stage.pair('XRP', 'XLM'));
      stage.pay(state);
    },
  },
  {
    name: 'depeg',
    title: 'Matched 1:1, with a depeg loss',
    description:
      'A dollar coin pays a price in dollars: the rate is 1:1, and what the market would have paid less is named.',
    run(stage) {
      const state = stage.ask(
        stage.business.supportedDisplayCurrencies?.includes('USD') ? { displayCurrency: 'USD' } : {},
      );
      stage.choose(state, stage.pair('USDT', 'USDC'));
      stage.pay(state);
    },
  },
  {
    name: 'floating-rate',
    title: 'Floating rate',
    description: 'A payment whose rate moves with the market until it is paid, five minutes later.',
    run(stage) {
      const state = stage.ask({ rateType: 'FLOATING' });
      stage.choose(state, stage.pair('ETH', 'BTC'));
      stage.pay(state, { amount: getShare(state, '1') });
    },
  },
  {
    name: 'exchanged-deposit',
    title: 'Exchanged deposit',
    description:
      'A deposit that is followed by an exchanged-deposit callback, whose payload the interface does not show.',
    run: (stage) => void stage.pay(stage.ask(), { exchanged: true }),
  },
];
