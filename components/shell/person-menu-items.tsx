'use client';

import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode, RefObject } from 'react';
import { useState } from 'react';
import { MenuOpened } from '#components/ui/menu-opened.tsx';
import { openKeyboardHelp } from './keyboard-help.tsx';
import type { Theme } from './locale.ts';
import { themeCookie, themes } from './locale.ts';
import type { PersonMenuProps } from './person.ts';
import { remember } from './remember.ts';

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

/** What the menu of whoever is signed in offers. */
export function PersonMenuOpened({
  person,
  compact,
  theme: themeAtFirst,
  onSignOut,
  ...opening
}: PersonMenuProps & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  const [theme, setTheme] = useState(themeAtFirst);
  return (
    <MenuOpened
      {...opening}
      label="Account"
      placement={compact ? 'bottom end' : 'top start'}
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
