import 'server-only';

const ofCoin = 'deposited, deposited_known, reported, reported_known';
const ofSettlement = 'settled, settled_known, eur, eur_known';

/** What is added up of a day. */
export const moneySums = `count, ${ofCoin}, ${ofSettlement}`;

/** Each of these columns added up, under its own name. */
export const addedUp = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `sum(${column}) AS ${column}`)
    .join(', ');

/**
 * Makes of each row of money by coin and settlement currency two, one for each: nothing is asked for by both at once, and
 * their pairs are many more. What is told in the coin is with the coin, what is credited or deducted and its EUR with the
 * settlement currency; money out has no coin. `source` has an alias and the columns `kept`, which stay as they are.
 */
export const perCurrency = (source: string, kept: string): string => `
  SELECT ${kept}, side.per, side.coin, side.settlement, source.count, side.deposited, side.deposited_known, side.reported,
         side.reported_known, side.settled, side.settled_known, side.eur, side.eur_known
    FROM (${source}) AS source CROSS JOIN LATERAL (
           SELECT 'coin' AS per, source.coin, '' AS settlement, ${ofCoin}, 0 AS settled, 0 AS settled_known, 0 AS eur,
                  0 AS eur_known WHERE source.flow = 'in'
           UNION ALL
           SELECT 'settlement', '', source.settlement, 0, 0, 0, 0, ${ofSettlement}) AS side`;
