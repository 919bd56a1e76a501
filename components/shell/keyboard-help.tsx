'use client';

import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useOpening } from '#components/ui/use-opening.ts';
import { useShortcut } from './shortcuts.ts';

const Panel = lazy(() =>
  import('./keyboard-help-panel.tsx').then((file) => ({ default: file.KeyboardHelpPanel })),
);

const asked = 'countinghouse:keyboard-help';

/** Opens the list of shortcuts, from a menu. */
export const openKeyboardHelp = (): void => {
  document.dispatchEvent(new Event(asked));
};

/** The keys of the page at hand, on "?". */
export function KeyboardHelp() {
  const { isOpen, wasOpened, change } = useOpening('dialog');
  const open = useEffectEvent(() => change(true));
  useShortcut({ keys: '?', label: 'Show these shortcuts', group: 'Everywhere' }, () => change(true));
  useShortcut({ keys: '/', label: 'Search the list', group: 'Everywhere' }, () => {
    document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
  });
  useEffect(() => {
    const listen = () => open();
    document.addEventListener(asked, listen);
    return () => document.removeEventListener(asked, listen);
  }, []);
  return (
    wasOpened && (
      <Suspense>
        <Panel isOpen={isOpen} onOpenChange={change} />
      </Suspense>
    )
  );
}
