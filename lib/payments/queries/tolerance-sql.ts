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
 * SQL condition that a payment is below or above the expected amount by no more than the tolerance of business `t`. Each limit that
 * is set must hold. An unknown difference is never tolerated.
 */
export const isToleratedSql = ({ coverage, requested, difference, differenceInEur }: ComparedSql): string =>
  `coalesce(${coverage} IN ('under', 'over') AND num_nonnulls(t.tolerance_eur, t.tolerance_percent) > 0
    AND (t.tolerance_eur IS NULL OR abs(${differenceInEur}) <= t.tolerance_eur)
    AND (t.tolerance_percent IS NULL OR abs(${difference}) * 100 <= t.tolerance_percent * ${requested}), false)`;

/** SQL condition that the difference of a payment `p` is tolerated. */
export const isToleratedPaymentSql = `EXISTS (SELECT FROM business t WHERE t.id = p.business_id
  AND ${isToleratedSql({ coverage: 'p.coverage', ...priceColumns('p') })})`;

/** Removes the reasons that a tolerance excludes from an SQL array of reasons. */
export const withoutToleratedSql = (states: string, isTolerated: string): string =>
  `CASE WHEN ${isTolerated} THEN array_remove(array_remove(${states}, 'under'), 'over') ELSE ${states} END`;
