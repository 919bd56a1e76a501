/** The address from which a stored file is downloaded. */
export const runHref = (businessId: string, runId: string): string =>
  `/api/businesses/${businessId}/journal/${runId}`;
