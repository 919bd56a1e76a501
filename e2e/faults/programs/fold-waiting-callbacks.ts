import { foldWaitingCallbacks } from '#lib/callbacks/index.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { createContext } from '#lib/platform/context.ts';

/** Runs the worker's job that folds stored callbacks once. */
try {
  await foldWaitingCallbacks(
    createContext({ kind: 'system', name: 'callback-folding' }),
    AbortSignal.timeout(120_000),
  );
} finally {
  await closeDatabase();
}
