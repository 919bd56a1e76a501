/** Reported values that the interface doesn't name, by list filter. */
export type ReportedValues = { readonly valuesByFilter: Readonly<Record<string, readonly string[]>> };
