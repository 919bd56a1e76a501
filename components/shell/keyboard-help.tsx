'use client';

import { useEffect, useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { usePaletteKey } from './palette-key.ts';
import { useShortcut, useShortcuts } from './shortcuts.ts';

const asked = 'countinghouse:keyboard-help';

/** Opens the list of shortcuts, from a menu. */
export const openKeyboardHelp = (): void => {
  document.dispatchEvent(new Event(asked));
};

const names: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Enter: '↵' };

/** The keys of the page at hand, on "?". */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcut({ keys: '?', label: 'Show these shortcuts', group: 'Everywhere' }, () => setOpen(true));
  useShortcut({ keys: '/', label: 'Search the list', group: 'Everywhere' }, () => {
    document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
  });
  useEffect(() => {
    const open = () => setOpen(true);
    document.addEventListener(asked, open);
    return () => document.removeEventListener(asked, open);
  }, []);
  const palette = { keys: usePaletteKey(), label: 'Find anything', group: 'Everywhere' };
  const groups = Map.groupBy([palette, ...useShortcuts()], (shortcut) => shortcut.group);
  return (
    <Dialog isOpen={isOpen} onOpenChange={setOpen} title="Keyboard shortcuts" size="sm">
      <div className="flex flex-col gap-4">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="pb-1 font-medium text-faint text-xs">{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys} className="flex h-8 items-center justify-between gap-4 text-sm">
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd>{names[shortcut.keys] ?? shortcut.keys}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
