import type { ResolutionReason } from '#lib/payments/schema/exception-work.ts';

/** Unsaved input about an exception, with the version that the person saw. */
export type ExceptionDraft = {
  readonly ownerId: string;
  readonly note: string;
  /** Empty: no reason. */
  readonly reason: ResolutionReason | '';
  readonly version: number;
};

/** The drafts of one list, by exception id. They survive closing the dialog and the drawer. */
export type ExceptionDrafts = {
  get(id: string): ExceptionDraft | null;
  set(id: string, draft: ExceptionDraft | null): void;
  /** Calls `listener` after each change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
};

/** Creates an empty, observable set of drafts. */
export function createExceptionDrafts(): ExceptionDrafts {
  const drafts = new Map<string, ExceptionDraft>();
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
