'use client';

import type { ReactNode } from 'react';
import { createContext, use, useMemo } from 'react';
import { LocaleContext, useLocaleSettings } from '#components/ui/locale-context.ts';
import type { DisplaySettings } from '#lib/people/schema.ts';
import { toLocaleTag } from './locale.ts';

const BrowserLocaleContext = createContext('en');

/** Returns the locale of the browser, also if the person chose another one. */
export const useBrowserLocale = (): string => use(BrowserLocaleContext);

/** Shows numbers and times on all pages of the dashboard as the person chose in Settings. */
export function PersonLocale({ display, children }: { display: DisplaySettings; children: ReactNode }) {
  const { locale: browserLocale, zone } = useLocaleSettings();
  const locale = toLocaleTag(display, browserLocale);
  const settings = useMemo(() => ({ locale, zone }), [locale, zone]);
  return (
    <BrowserLocaleContext value={browserLocale}>
      <LocaleContext value={settings}>{children}</LocaleContext>
    </BrowserLocaleContext>
  );
}
