import { amount } from '#lib/values/amount.ts';
import { toRatio } from './money.ts';

/**
 * Values that only the sandbox assumes, because it plays the service: fees, tolerances and timeouts. Assumptions
 * that it shares with the dashboard are in lib/values/assumptions. sandbox/README.md lists all of them.
 */
export const assumedDefaults = {
  /** The service's fee, as a share of the deposited amount. */
  serviceFee: toRatio(amount('0.01')),
  /** §2.2: the recorded value of an `expirationMinutes` of 0. */
  sevenDays: 7 * 24 * 60,
  usualExpiration: 30,
  /** The longest expiry that a record can hold: twelve digits of minutes. */
  longestExpiration: 999_999_999_999,
  /** A deposit in another coin than the requested one covers the price when its value is within these bounds. */
  otherCoinTolerance: toRatio(amount('0.995')),
  otherCoinExcess: toRatio(amount('1.005')),
  /** A callback is delivered when a 2xx answer arrives within this time. */
  callbackTimeoutSeconds: 10,
  /** §6.1, documented. */
  retryEverySeconds: 120,
  retryForSeconds: 24 * 3_600,
  /** Maximum number of integer digits in a requested amount. */
  integerDigits: 24,
} as const;
