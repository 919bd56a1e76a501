/** Values that were told and that the interface does not name, by the filter of a list that finds them. */
export type ReportedValues = { readonly told: Readonly<Record<string, readonly string[]>> };
