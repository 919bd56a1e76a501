import { createMessages } from './create-messages.ts';

/** The page about deposits in their currencies. */
export const tRates = createMessages({
  title: 'Deposit rates',
  description:
    'Confirmed deposits as priced, paid and credited, with the rates between the amounts. Days begin in the time zone of the business, {zone}.',
  about: 'Each deposit as priced, paid and credited, with its rates. Unusual rates come first.',
  show: 'Show rates',
  apply: 'Apply tolerance',
  tolerance: 'Tolerance in percent',
  toleranceHelp: 'Larger differences from the expected rate come first.',
  toleranceInvalid: 'Enter a percentage such as 0.5.',
  summary: 'Deposits beyond {tolerance} %: {outliers} of {count}. Not comparable: {unknown}.',
  none: 'No confirmed deposits in this period.',
  table: 'Deposits: {period}, {currency}',
  deposit: 'Deposit',
  paid: 'Paid',
  priced: 'Priced',
  credited: 'Net credited',
  eur: 'In EUR',
  expected: 'Expected <rate></rate>',
  spread: 'Spread',
  feeShare: 'Fee share',
  declared: 'Reported by callback, declared credited',
  perCoin: '{rate} {currency} per {coin}',
  outlier: 'Beyond tolerance',
  noSpread: 'The service reported no expected rate for this coin, or no amount',
  noShare: 'Service fee or net credited amount not reported',
  next: 'Next page',
  first: 'First page',
});
