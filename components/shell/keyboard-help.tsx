'use client';

import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useOverlayTrigger } from '#components/ui/use-overlay-trigger.ts';
import { tShell } from '#lib/messages/shell.ts';
import { useShortcut } from './shortcuts.ts';

const Panel = lazy(() =>
  import('./keyboard-help-panel.tsx').then((file) => ({ default: file.KeyboardHelpPanel })),
);

const openEvent = 'countinghouse:keyboard-help';

/** Opens the list of shortcuts, from a menu. */
export const openKeyboardHelp = (): void => {
  document.dispatchEvent(new Event(openEvent));
};

/** Opens the list of shortcuts with "?". */
export function KeyboardHelp() {
  const { isOpen, wasOpened, change } = useOverlayTrigger('dialog');
  const open = useEffectEvent(() => change(true));
  useShortcut({ keys: '?', label: tShell('shortcuts.show'), group: tShell('shortcuts.everywhere') }, () =>
    change(true),
  );
  useShortcut(
    { keys: '/', label: tShell('shortcuts.searchList'), group: tShell('shortcuts.everywhere') },
    () => {
      document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
    },
  );
  useEffect(() => {
    const listen = () => open();
    document.addEventListener(openEvent, listen);
    return () => document.removeEventListener(openEvent, listen);
  }, []);
  return (
    wasOpened && (
      <Suspense>
        <Panel isOpen={isOpen} onOpenChange={change} />
      </Suspense>
    )
  );
}
