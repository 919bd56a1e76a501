import { useSyncExternalStore } from 'react';

/**
 * Returns whether React has hydrated the page. Forms disable their button until then: an early submit would navigate
 * and lose the input.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
