/** What of each row somebody decides by, as it was shown to them last. */
export type SeenRows = {
  note(id: string, told: readonly string[]): void;
  /** Of these rows, by their ids; without those that were never shown. */
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
