import type { RateType } from '#lib/service/contract/enumerations.ts';
import { amount } from '#lib/values/amount.ts';
import { ratioOf } from './money.ts';

/**
 * What the interface does not show and the twin had to settle. The dashboard has its own table of assumptions;
 * nothing here is shared with it but the wire. README.md lists them for people.
 */
export const assumptions = {
  /** §2.2: `rateType` of a ONE_TIME payment that names none. */
  usualRateType: 'FIXED' satisfies RateType,
  /** The service's commission, as a share of the deposited amount. */
  serviceFee: ratioOf(amount('0.01')),
  /** §2.2: what an `expirationMinutes` of 0 is recorded as. */
  sevenDays: 7 * 24 * 60,
  usualExpiration: 30,
  /** A record holds no more than twelve digits of minutes. */
  longestExpiration: 999_999_999_999,
  /** Deposits in another coin than the one asked for fulfil a price when they come within this share of it. */
  otherCoinTolerance: ratioOf(amount('0.995')),
  otherCoinExcess: ratioOf(amount('1.005')),
  /** A callback counts as delivered on any 2xx answer within this time. */
  callbackTimeoutSeconds: 10,
  /** §6.1, documented. */
  retryEverySeconds: 120,
  retryForSeconds: 24 * 3_600,
  /** Most integer digits of an amount that can be asked for. */
  integerDigits: 24,
} as const;
