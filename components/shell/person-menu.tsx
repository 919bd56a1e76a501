'use client';

import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { Menu } from '#components/ui/menu.tsx';
import { PressButton } from '#components/ui/press-button.tsx';
import { openKeyboardHelp } from './keyboard-help.tsx';
import type { Theme } from './locale.ts';
import { themeCookie, themes } from './locale.ts';
import { remember } from './remember.ts';

export type Person = {
  readonly name: string;
  readonly email: string;
  /** What they are at this business, as a word. */
  readonly role: string;
};

const looks: Record<Theme, { label: string; icon: ReactNode }> = {
  system: { label: 'As the system', icon: <Monitor aria-hidden /> },
  light: { label: 'Light', icon: <Sun aria-hidden /> },
  dark: { label: 'Dark', icon: <Moon aria-hidden /> },
};

/** Changes the theme at once and keeps it for the server. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  remember(themeCookie, theme);
}

/** Who is signed in; theme, keys, the way out. */
export function PersonMenu({
  person,
  compact,
  theme: themeAtFirst,
  onSignOut,
}: {
  person: Person;
  compact: boolean;
  theme: Theme;
  onSignOut: () => void | Promise<void>;
}) {
  const router = useRouter();
  const [theme, setTheme] = useState(themeAtFirst);
  return (
    <Menu
      label="Account"
      placement={compact ? 'bottom end' : 'top start'}
      trigger={
        <PressButton
          className={cx(
            'pressable flex h-9 items-center gap-2 rounded-md text-left text-sm transition-colors hover:bg-hover',
            compact ? 'w-9 justify-center' : 'w-full px-1.5',
          )}
        >
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed font-semibold text-2xs text-muted"
          >
            {person.name.slice(0, 1).toUpperCase()}
          </span>
          <span className={compact ? 'sr-only' : 'min-w-0 flex-1 leading-4'}>
            <span className="sr-only">Account: </span>
            <span className="block truncate font-medium">{person.name}</span>
            <span className="block truncate text-2xs text-faint">{person.role}</span>
          </span>
        </PressButton>
      }
      sections={[
        {
          id: 'person',
          label: person.email,
          items: [
            {
              id: 'keys',
              label: 'Keyboard shortcuts',
              icon: <Keyboard aria-hidden />,
              detail: '?',
              onAction: openKeyboardHelp,
            },
          ],
        },
        {
          id: 'theme',
          label: 'Theme',
          items: themes.map((one) => ({
            id: `theme-${one}`,
            label: looks[one].label,
            icon: looks[one].icon,
            isChosen: theme === one,
            onAction: () => {
              applyTheme(one);
              setTheme(one);
              router.refresh();
            },
          })),
        },
        {
          id: 'leave',
          items: [
            {
              id: 'sign-out',
              label: 'Sign out',
              icon: <LogOut aria-hidden />,
              onAction: () => void onSignOut(),
            },
          ],
        },
      ]}
    />
  );
}
