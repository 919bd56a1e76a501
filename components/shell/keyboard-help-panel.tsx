'use client';

import { Dialog } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { usePaletteKey } from './palette-key.ts';
import { useShortcuts } from './shortcuts.ts';

const names: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Enter: '↵' };

/** The keys of the page at hand. */
export function KeyboardHelpPanel({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const palette = { keys: usePaletteKey(), label: 'Find anything', group: 'Everywhere' };
  const groups = Map.groupBy([palette, ...useShortcuts()], (shortcut) => shortcut.group);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
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
