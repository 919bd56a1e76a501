import type { Scenario } from './scenario.ts';

const paidBy = (sender: string) => (stage: Parameters<Scenario['run']>[0]) => {
  const state = stage.ask();
  stage.choose(state, stage.pair('USDT', 'BTC'));
  stage.pay(state, { sender });
};

/**
 * Scenarios with deposits and withdrawals for compliance. Reviews end after half an hour, or by a person's
 * decision.
 */
export const complianceScenarios: readonly Scenario[] = [
  {
    name: 'mixer-deposit',
    title: 'Mixer deposit',
    description: 'Money from a mixer: held for review, blocked after half an hour, then sent back.',
    neverConfirms: true,
    run: paidBy('mixer'),
  },
  {
    name: 'stolen-funds',
    title: 'Stolen funds',
    description: 'Money from a theft: held for review, blocked after half an hour, not sent back.',
    neverConfirms: true,
    run: paidBy('stolen'),
  },
  {
    name: 'darknet-deposit',
    title: 'Darknet market',
    description: 'Money from a darknet market: held for review, then blocked and sent back.',
    neverConfirms: true,
    run: paidBy('darknet'),
  },
  {
    name: 'sanctioned-sender',
    title: 'Sanctioned sender',
    description: 'Money from a sanctioned owner: blocked at once, not refundable.',
    neverConfirms: true,
    run: paidBy('sanctioned'),
  },
  {
    name: 'several-entities',
    title: 'Several illicit parties',
    description: 'An address with many illicit parties on both sides: held for review, then cleared.',
    run: paidBy('several'),
  },
  {
    name: 'exchange-owned',
    title: 'Wallet of an exchange',
    description: 'The address belongs to an exchange: no review.',
    run: paidBy('exchange'),
  },
  {
    name: 'unassessed-sender',
    title: 'Not assessed',
    description: 'No risk score and no assessment come with the deposit.',
    run: paidBy('unassessed'),
  },
  {
    name: 'review-cleared',
    title: 'Review, cleared',
    description: 'A deposit is held for review; the service clears it by itself after half an hour.',
    run: paidBy('gambling'),
  },
  {
    name: 'blocked-withdrawal',
    title: 'Blocked withdrawal',
    description: 'A withdrawal to a sanctioned address is blocked; its callback names the owner.',
    run: (stage) => stage.withdraw({ outcome: 'BLOCKED' }),
  },
];
