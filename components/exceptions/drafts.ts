/** What somebody has typed about an exception and not saved, with the version that they saw. */
export type Draft = { readonly ownerId: string; readonly note: string; readonly version: number };

/** The drafts of one list, by the exception's id: they stay when a window or the drawer closes over them. */
export type Drafts = {
  get(id: string): Draft | null;
  set(id: string, draft: Draft | null): void;
  /** Calls back whenever one is set; what it answers ends that. */
  subscribe(listener: () => void): () => void;
};

export function makeDrafts(): Drafts {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  return {
    get: (id) => drafts.get(id) ?? null,
    set: (id, draft) => {
      if (draft === null) drafts.delete(id);
      else drafts.set(id, draft);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
