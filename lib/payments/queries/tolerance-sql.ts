import 'server-only';
import { priceColumns } from './price-columns.ts';

/** SQL expressions of a payment that a tolerance is compared with. */
type ComparedSql = {
  readonly coverage: string;
  readonly requested: string;
  readonly difference: string;
  readonly differenceInEur: string;
};

/**
 * SQL condition that a payment is below or above the expected amount by no more than the tolerance `t`. Each limit that
 * is set must hold. An unknown difference is never tolerated.
 */
export const isToleratedSql = ({ coverage, requested, difference, differenceInEur }: ComparedSql): string =>
  `coalesce(${coverage} IN ('under', 'over') AND num_nonnulls(t.maximum_eur, t.maximum_percent) > 0
    AND (t.maximum_eur IS NULL OR abs(${differenceInEur}) <= t.maximum_eur)
    AND (t.maximum_percent IS NULL OR abs(${difference}) * 100 <= t.maximum_percent * ${requested}), false)`;

/** SQL condition that the difference of a payment `p` is tolerated. lib/exceptions writes exception_tolerance. */
export const isToleratedPaymentSql = `EXISTS (SELECT FROM exception_tolerance t WHERE t.business_id = p.business_id
  AND ${isToleratedSql({ coverage: 'p.coverage', ...priceColumns('p') })})`;

/** Removes the reasons that a tolerance excludes from an SQL array of reasons. */
export const withoutToleratedSql = (states: string, isTolerated: string): string =>
  `CASE WHEN ${isTolerated} THEN array_remove(array_remove(${states}, 'under'), 'over') ELSE ${states} END`;
