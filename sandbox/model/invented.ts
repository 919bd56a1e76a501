import { amount } from '#lib/values/amount.ts';
import { toRatio } from './money.ts';

/**
 * What the twin alone had to settle, because it plays the service's part: fees, tolerances, patience. What the dashboard
 * assumes as well is in lib/values/assumptions, for both. README.md lists all of it for people.
 */
export const inventedDefaults = {
  /** The service's commission, as a share of the deposited amount. */
  serviceFee: toRatio(amount('0.01')),
  /** §2.2: what an `expirationMinutes` of 0 is recorded as. */
  sevenDays: 7 * 24 * 60,
  usualExpiration: 30,
  /** A record holds no more than twelve digits of minutes. */
  longestExpiration: 999_999_999_999,
  /** Deposits in another coin than the one asked for fulfil a price when they come within this share of it. */
  otherCoinTolerance: toRatio(amount('0.995')),
  otherCoinExcess: toRatio(amount('1.005')),
  /** A callback counts as delivered on any 2xx answer within this time. */
  callbackTimeoutSeconds: 10,
  /** §6.1, documented. */
  retryEverySeconds: 120,
  retryForSeconds: 24 * 3_600,
  /** Most integer digits of an amount that can be asked for. */
  integerDigits: 24,
} as const;
