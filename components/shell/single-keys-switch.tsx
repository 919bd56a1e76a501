'use client';

import { Switch } from '#components/ui/switch.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

/** Switches shortcuts of a single character on or off in this browser. It applies at once. */
export function SingleKeysSwitch() {
  const isOn = useSingleKeys();
  return (
    <Switch
      label={tShell('shortcuts.singleKeys')}
      help={tShell('shortcuts.singleKeysHelp')}
      checked={isOn}
      onChange={(event) => setSingleKeys(event.target.checked)}
    />
  );
}
