'use client';

import { createContext } from 'react';
import type { Theme } from './locale.ts';
import { themeCookie } from './locale.ts';
import { storePreference } from './store-preference.ts';

/** The theme of the browser's cookie. */
export const ThemeContext = createContext<Theme>('system');

/** Applies the theme and stores it for the server. Browser only. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  storePreference(themeCookie, theme);
}
