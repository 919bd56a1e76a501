import 'server-only';

const coinSums = 'deposited, deposited_known, reported, reported_known';
const settlementSums = 'settled, settled_known, eur, eur_known';

/** Summed columns of a day. */
export const moneySums = `count, ${coinSums}, ${settlementSums}`;

/** Sums each of these columns under its own name. */
export const sumColumns = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `sum(${column}) AS ${column}`)
    .join(', ');

/**
 * Splits each row of money by coin and settlement currency into two, one per currency, because no query uses both and
 * there are many more pairs. Coin amounts go with the coin, credited or deducted amounts and their EUR with the
 * settlement currency. Money out has no coin. `source` has an alias and the `keyColumns`, which are unchanged.
 */
export const splitByCurrency = (source: string, keyColumns: string): string => `
  SELECT ${keyColumns}, side.per, side.coin, side.settlement, source.count, side.deposited, side.deposited_known, side.reported,
         side.reported_known, side.settled, side.settled_known, side.eur, side.eur_known
    FROM (${source}) AS source CROSS JOIN LATERAL (
           SELECT 'coin' AS per, source.coin, '' AS settlement, ${coinSums}, 0 AS settled, 0 AS settled_known, 0 AS eur,
                  0 AS eur_known WHERE source.flow = 'in'
           UNION ALL
           SELECT 'settlement', '', source.settlement, 0, 0, 0, 0, ${settlementSums}) AS side`;
