import type { Scenario } from './scenario.ts';

const paidBy = (sender: string) => (stage: Parameters<Scenario['run']>[0]) => {
  const state = stage.ask();
  stage.choose(state, stage.pair('USDT', 'BTC'));
  stage.pay(state, { sender });
};

/** Deposits and withdrawals that compliance looks at. Reviews end after half an hour, or when somebody decides. */
export const complianceScenarios: readonly Scenario[] = [
  {
    name: 'mixer-deposit',
    title: 'Mixer deposit',
    tells: 'Money from a mixer: held for review, blocked after half an hour, then sent back.',
    run: paidBy('mixer'),
  },
  {
    name: 'stolen-funds',
    title: 'Stolen funds',
    tells: 'Money from a theft: held for review, blocked after half an hour, not sent back.',
    run: paidBy('stolen'),
  },
  {
    name: 'darknet-deposit',
    title: 'Darknet market',
    tells: 'Money from a darknet market: held for review, then blocked and sent back.',
    run: paidBy('darknet'),
  },
  {
    name: 'sanctioned-sender',
    title: 'Sanctioned sender',
    tells: 'Money from a sanctioned owner: blocked at once, not refundable.',
    run: paidBy('sanctioned'),
  },
  {
    name: 'several-entities',
    title: 'Several risk entities',
    tells: 'An address with many risk entities on both sides: held for review, then cleared.',
    run: paidBy('several'),
  },
  {
    name: 'exchange-owned',
    title: 'Wallet of an exchange',
    tells: 'The address belongs to an exchange: no review.',
    run: paidBy('exchange'),
  },
  {
    name: 'unassessed-sender',
    title: 'Not assessed',
    tells: 'No risk score and no assessment come with the deposit.',
    run: paidBy('unassessed'),
  },
  {
    name: 'review-cleared',
    title: 'Review, cleared',
    tells: 'A deposit is held for review; the service clears it by itself after half an hour.',
    run: paidBy('gambling'),
  },
  {
    name: 'blocked-withdrawal',
    title: 'Blocked withdrawal',
    tells: 'A withdrawal to a sanctioned address is blocked; its callback names the owner.',
    run: (stage) => stage.withdraw({ outcome: 'BLOCKED' }),
  },
];
