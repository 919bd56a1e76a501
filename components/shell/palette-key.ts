'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** How the key of the palette is called on this machine. The server does not know it. */
export const usePaletteKey = (): string =>
  useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  );
