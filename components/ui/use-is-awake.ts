import { useSyncExternalStore } from 'react';

/**
 * False in the first picture, which can't answer yet. Until then a form's button waits: pressed too early, it would
 * send the form to the address bar and lose what was typed.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
