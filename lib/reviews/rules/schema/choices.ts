/** A backtest stops at this number of hits, because such a rule is too wide to be useful. */
export const maximumHits = 10_000;
/** Backtest hits on one page. */
export const hitsPerPage = 50;
/** Upper limit for the count of a rule's cases. */
export const maximumCounted = 1_000;
/** Number of days for which the cases of a rule are counted. */
export const countedDays = 30;
