'use client';

import { Dialog } from '#components/ui/dialog.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { PageGuide } from './page-guide.tsx';
import { usePaletteKey } from './palette-key.ts';
import { isSingleKey, useShortcuts } from './shortcuts.ts';
import { useSingleKeys } from './single-keys.ts';
import { SingleKeysSwitch } from './single-keys-switch.tsx';

const names: Readonly<Record<string, string>> = {
  Escape: tShell('shortcuts.keys.Escape'),
  ArrowUp: tShell('shortcuts.keys.ArrowUp'),
  ArrowDown: tShell('shortcuts.keys.ArrowDown'),
  Enter: tShell('shortcuts.keys.Enter'),
};

/** Lists the shortcuts of the current page. */
export function KeyboardHelpPanel({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const palette = {
    keys: usePaletteKey(),
    label: tShell('palette.title'),
    group: tShell('shortcuts.everywhere'),
  };
  const isOn = useSingleKeys();
  const active = useShortcuts().filter(({ keys }) => isOn || !isSingleKey(keys));
  const groups = Map.groupBy([palette, ...active], (shortcut) => shortcut.group);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={tShell('shortcuts.title')} size="sm">
      <div className="flex flex-col gap-4">
        <PageGuide onFollow={() => onOpenChange(false)} />
        <SingleKeysSwitch />
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
