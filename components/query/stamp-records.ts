/** A record, with the time of its last change apart from its risk detail. */
type ChangingRecord = { readonly status: string | null; readonly changedAt: number };

/**
 * Returns a text that differs when the records or their risk detail have changed. It includes the statuses, because an
 * older observation can arrive late and leave the time of the change as it is.
 */
export const stampRecords = (records: readonly ChangingRecord[], riskChangedAt: number | null): string =>
  [riskChangedAt, ...records.map(({ status, changedAt }) => `${status} ${changedAt}`)].join();
