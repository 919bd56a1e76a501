import * as z from 'zod';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Period } from './model/period.ts';
import { parseStatementQuery } from './schema.ts';
import type { Percent } from './schema-fees.ts';

/** An amount of a deposit, and how much of its currency one coin of the deposit was. Null: not reported. */
export type RatedAmount = {
  readonly amount: SignedAmount | null;
  readonly currency: string | null;
  readonly rate: SignedAmount | null;
};

/** A confirmed deposit in its currencies. */
export type RateRow = {
  readonly depositId: string;
  readonly clientId: string;
  readonly at: Instant;
  readonly paid: { readonly amount: SignedAmount | null; readonly coin: string | null };
  readonly priced: RatedAmount;
  readonly credited: RatedAmount;
  readonly eur: RatedAmount;
  /** Display currency for one coin when the payment was made. Null for another coin or an unknown amount. */
  readonly expectedRate: SignedAmount | null;
  /** By how much the rate of the deposit is above the expected one. */
  readonly spread: Percent | null;
  /** The service fee as a share of the credited amount. */
  readonly feeShare: Percent | null;
  readonly isOutlier: boolean;
  /** Only a callback reported the credited amount, and it is declared credited. */
  readonly isDeclared: boolean;
};

export type RatesView = {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly period: Period;
  readonly timeZone: string;
  /** Spreads beyond it, in percent, come first. */
  readonly tolerance: Amount;
  readonly count: number;
  readonly outliers: number;
  /** Deposits whose spread is unknown. */
  readonly unknown: number;
  /** Deposits whose credited amount only a callback reported. */
  readonly declared: number;
  readonly rows: readonly RateRow[];
  readonly isFirst: boolean;
  readonly next: string | null;
};

const defaultTolerance = parseAmount('1');

const toleranceText = z
  .string()
  .max(20)
  .transform((text) => parseAmount(text.trim()))
  .catch(null);

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** Returns what the address of the page chooses. Values that can't be read are left out. */
export function parseRatesQuery(parameters: Parameters) {
  const after = z
    .string()
    .max(150)
    .nullable()
    .catch(null)
    .parse(parameters['after'] ?? null);
  const tolerance = toleranceText.parse(parameters['tolerance'] ?? '') ?? defaultTolerance;
  if (tolerance === null) throw new RangeError('the default tolerance is no amount');
  return { ...parseStatementQuery(parameters), tolerance, after };
}
export type RatesQuery = ReturnType<typeof parseRatesQuery>;
