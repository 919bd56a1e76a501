'use client';

import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => undefined;

/** Returns the palette's shortcut on this system. The server assumes Ctrl. */
export const usePaletteKey = (): string =>
  useSyncExternalStore(
    subscribeNever,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  );
