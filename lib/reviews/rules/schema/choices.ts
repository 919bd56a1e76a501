/** A try-out that found so many stops: nobody works through more, and the rule is too wide. */
export const mostHits = 10_000;
/** Of what a try-out found, on one page. */
export const hitsPerPage = 50;
/** Counts of a rule's cases stop here. */
export const mostCounted = 1_000;
/** Cases of a rule count for so many days. */
export const countedDays = 30;
