/** The values of each row that a decision depends on, as last shown. */
export type SeenRows = {
  note(id: string, told: readonly string[]): void;
  /** Returns the values of these rows by id, without rows that were never shown. */
  of(ids: readonly string[]): Readonly<Record<string, readonly string[]>>;
};

export function makeSeenRows(): SeenRows {
  const seen = new Map<string, readonly string[]>();
  return {
    note: (id, told) => void seen.set(id, told),
    of: (ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const told = seen.get(id);
          return told === undefined ? [] : [[id, told] as const];
        }),
      ),
  };
}
