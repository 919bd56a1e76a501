/** The values of each row that a decision depends on, as last shown. */
export type SeenValues = {
  note(id: string, values: readonly string[]): void;
  /** Returns the values of these rows by id, without rows that were never shown. */
  of(ids: readonly string[]): Readonly<Record<string, readonly string[]>>;
};

export function createSeenValues(): SeenValues {
  const seen = new Map<string, readonly string[]>();
  return {
    note: (id, values) => void seen.set(id, values),
    of: (ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const values = seen.get(id);
          return values === undefined ? [] : [[id, values] as const];
        }),
      ),
  };
}
