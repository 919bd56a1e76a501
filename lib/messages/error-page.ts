/**
 * Texts of a page that failed. Every page loads them, more than once, so they need no formatter: they have no arguments
 * and no plurals.
 */
export const errorPageTexts = {
  title: 'This page could not be shown',
  saved: 'Nothing was changed.',
  advice: 'Try again. If the page fails again, send the request ID to the operator of Countinghouse.',
  requestId: 'Request ID',
  retry: 'Try again',
} as const;
