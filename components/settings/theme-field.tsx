'use client';

import { useRouter } from 'next/navigation';
import { use, useState } from 'react';
import type { Theme } from '#components/shell/locale.ts';
import { themes } from '#components/shell/locale.ts';
import { applyTheme, ThemeContext } from '#components/shell/theme.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { tSettings } from '#lib/messages/settings.ts';
import { tShell } from '#lib/messages/shell.ts';

/** The theme of this browser. It applies at once, as in the account menu. */
export function ThemeField() {
  const router = useRouter();
  const [theme, setTheme] = useState<Theme>(use(ThemeContext));
  const change = (text: string) => {
    const next = themes.find((one) => one === text) ?? 'system';
    applyTheme(next);
    setTheme(next);
    router.refresh();
  };
  return (
    <RadioGroup
      label={tSettings('profile.theme')}
      name="theme"
      appearance="segments"
      help={tSettings('profile.themeHelp')}
      choices={themes.map((value) => ({ value, label: tShell(`theme.${value}`) }))}
      value={theme}
      onChange={({ target }) => change(target.value)}
    />
  );
}
