import { createMessages } from './create-messages.ts';

/** Texts that compare the price of a new payment with the minimum deposits. */
export const tMinimumCheck = createMessages({
  neverRead: 'The amount isn’t checked, because the service hasn’t sent the minimum deposits yet.',
  notReported: 'The service reported no minimum deposit',
  read: 'Minimums last refreshed <time></time>.',
  below: 'The amount is below the minimum deposit',
  belowBody: 'The service accepts at least <minimum></minimum> on {network}.',
  unknown: 'The service reported no minimum deposit for this coin and network.',
  above: 'The amount meets the minimum deposit of <minimum></minimum>.',
  belowEvery: 'The amount is below the minimum deposit of every coin',
  belowEveryBody: 'This amount is too small for all coins that this business accepts.',
  accepted:
    'This amount is accepted by {accepted, number} of {total, plural, one {# payment option} other {# payment options}}.',
  coinOnNetwork: '{coin} on {network}',
  options: '{count, number} payment options',
  otherOptions: '{count, number} other payment options',
  mixed: 'The amount is below the minimum on {below}, but large enough on {enough}.',
  someUnknown: 'The service reported no minimum for {unknown}.',
  enoughFor: 'Payment options that accept this amount',
  tooSmallFor: 'Payment options that need a larger amount',
  notKnown: 'The service reported no minimum deposit',
});
