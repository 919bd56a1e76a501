'use client';

import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode, RefObject } from 'react';
import { useState } from 'react';
import { MenuOverlay } from '#components/ui/menu-overlay.tsx';
import { tShell } from '#lib/messages/shell.ts';
import { version } from '#lib/values/version.ts';
import { openKeyboardHelp } from './keyboard-help.tsx';
import type { Theme } from './locale.ts';
import { themes } from './locale.ts';
import type { PersonMenuProps } from './person.ts';
import { applyTheme } from './theme.ts';

const themeItems: Record<Theme, { label: string; icon: ReactNode }> = {
  system: { label: tShell('theme.system'), icon: <Monitor aria-hidden /> },
  light: { label: tShell('theme.light'), icon: <Sun aria-hidden /> },
  dark: { label: tShell('theme.dark'), icon: <Moon aria-hidden /> },
};

/** The open account menu. */
export function PersonMenuOverlay({
  person,
  compact,
  theme: initialTheme,
  onSignOut,
  ...opening
}: PersonMenuProps & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const router = useRouter();
  const [theme, setTheme] = useState(initialTheme);
  return (
    <MenuOverlay
      {...opening}
      label={tShell('account')}
      placement={compact ? 'bottom end' : 'top start'}
      sections={[
        {
          id: 'person',
          label: person.email,
          items: [
            {
              id: 'keys',
              label: tShell('shortcuts.title'),
              icon: <Keyboard aria-hidden />,
              detail: '?',
              onAction: openKeyboardHelp,
            },
          ],
        },
        {
          id: 'theme',
          label: tShell('theme.title'),
          items: themes.map((one) => ({
            id: `theme-${one}`,
            label: themeItems[one].label,
            icon: themeItems[one].icon,
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
          label: tShell('product', { version }),
          items: [
            {
              id: 'sign-out',
              label: tShell('signOut'),
              icon: <LogOut aria-hidden />,
              onAction: () => void onSignOut(),
            },
          ],
        },
      ]}
    />
  );
}
