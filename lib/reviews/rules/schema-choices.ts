/** A try-out that found so many stops: nobody works through more, and the rule is too wide. */
export const mostHits = 10_000;
/** Of what a try-out found, on one page. */
export const hitsPerPage = 50;
