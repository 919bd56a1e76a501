import { createMessages } from './create-messages.ts';

/** Texts next to amounts. */
export const tMoney = createMessages({
  allFigures: 'All amounts',
  byCallbackOnly: 'reported by callback only: ',
  byCallbackReason:
    'Only a callback reported this amount. The amount may be for the whole payment, not for one deposit.',
  coinOfDeposits: 'coin: see deposits',
  coinOfDepositsReason:
    'A deposit used another coin or network than requested. To see the coin and network, open the deposits.',
  copyExact: 'Copy exact amount',
  estimated: 'Estimated',
  exact: 'exact amount: {amount}',
  impliedRate: {
    line: 'Implied rate: 1 {coin} = <rate></rate> (<amount></amount> ÷ <base></base>)',
    hint: 'Calculated from two recorded amounts. The service doesn’t report exchange rates.',
  },
  onNetwork: 'on {network}',
  wholeFee: 'you pay the whole fee',
  ofRequested: 'of <amount></amount> requested',
});
