import { isChosen, pickInteger, pickRandom } from '../model/random.ts';
import type { Payout, Scenario } from './scenario.ts';

const payouts: readonly Payout[] = [
  { withdrawCurrency: 'USDT', network: 'TRX' },
  { withdrawCurrency: 'BTC', euros: '1800.00' },
  { withdrawCurrency: 'XRP', euros: '75.50' },
  { withdrawCurrency: 'XLM', outcome: 'FAILED' },
  { withdrawCurrency: 'ETH', network: 'BSC', outcome: 'BLOCKED' },
  { withdrawCurrency: 'SOL', euros: '42.00', broadcastAfterSeconds: 600 },
];

/** Scenarios of busy days and of failures. */
export const operationScenarios: readonly Scenario[] = [
  {
    name: 'monday-morning',
    title: 'A Monday morning',
    description:
      'Twenty-four orders; most are paid within ten minutes, some wrongly, some not at all; two payouts.',
    run(stage) {
      const { random } = stage.world;
      for (let order = 1; order <= 24; order += 1) {
        const price = `${pickInteger(random, 8, 420)}.${pickInteger(random, 10, 99)}`;
        const state = stage.ask({
          clientPaymentId: `monday-${stage.world.random.uuid().slice(0, 6)}-${order}`,
          euros: price,
        });
        if (isChosen(random, 0.12)) continue;
        const sender = pickRandom(random, [
          'clean',
          'clean',
          'clean',
          'clean',
          'exchange',
          'unassessed',
          'gambling',
          'mixer',
        ]);
        stage.payLater(state, pickInteger(random, 1, 600), { sender });
        if (isChosen(random, 0.1)) stage.payLater(state, pickInteger(random, 601, 700));
      }
      stage.withdraw({ euros: '1250.00' });
      stage.withdraw({ withdrawCurrency: 'BTC', outcome: 'FAILED', broadcastAfterSeconds: 300 });
    },
  },
  {
    name: 'pay-day',
    title: 'Pay day',
    description: 'Six withdrawals over several networks: four completed, one failed, one blocked.',
    run(stage) {
      for (const wish of payouts) stage.withdraw(wish);
    },
  },
  {
    name: 'failed-withdrawal',
    title: 'Failed withdrawal',
    description: 'A withdrawal that fails: its callback has no transaction and no actual amounts.',
    run: (stage) => stage.withdraw({ outcome: 'FAILED' }),
  },
  {
    name: 'outage-for-an-hour',
    title: 'Outage for an hour',
    description:
      'For an hour on the sandbox’s clock the interface closes every connection. Payers keep paying.',
    run(stage) {
      const states = [1, 2, 3].map(() => stage.ask());
      stage.faults({ outage: { forSeconds: 3_600 } });
      states.forEach((state, index) => {
        stage.payLater(state, 60 * (index + 1));
      });
    },
  },
  {
    name: 'retry-storm',
    title: 'Retry storm',
    description: 'One deposit, whose callback is sent 720 times within ten minutes, in no order.',
    run(stage) {
      stage.faults({ duplicate: { times: 719, forSeconds: 30 }, reorder: { seconds: 600, forSeconds: 30 } });
      stage.pay(stage.ask());
    },
  },
  {
    name: 'garbled-hour',
    title: 'A garbled hour',
    description:
      'For an hour a third of the callbacks are broken in every way there is; ten deposits arrive.',
    run(stage) {
      const third = { share: 0.34, forSeconds: 3_600 };
      stage.faults({
        truncate: third,
        garble: third,
        'unknown-enum': third,
        'extra-fields': third,
        'missing-fields': third,
        null: third,
        exponents: third,
        'strings-for-numbers': third,
      });
      for (let order = 0; order < 10; order += 1) stage.pay(stage.ask());
      stage.withdraw();
    },
  },
  {
    name: 'misspelled-withdrawal',
    title: 'Misspelled withdrawal',
    description:
      'A withdrawal callback that spells the deducted amount as the field table does, with numbers.',
    run(stage) {
      stage.faults({ misspell: { forSeconds: 60 }, 'numbers-for-strings': { forSeconds: 60 } });
      stage.withdraw();
    },
  },
];
