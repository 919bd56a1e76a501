'use client';

import type { ReactNode } from 'react';
import { createContext, startTransition, use, useMemo, useState } from 'react';
import { LocaleContext, useLocaleSettings, ZoneChoiceContext } from '#components/ui/locale-context.ts';
import type { DisplaySettings } from '#lib/people/schema.ts';
import { timesCookie, toLocaleTag } from './locale.ts';
import { storePreference } from './store-preference.ts';

const BrowserLocaleContext = createContext('en');

/** Returns the locale of the browser, also if the person chose another one. */
export const useBrowserLocale = (): string => use(BrowserLocaleContext);

/**
 * Shows numbers and times on all pages of the dashboard as the person chose in Settings. Times are in the zone of the
 * business, which also begins its days, unless the person prefers their own.
 */
export function PersonLocale({
  display,
  businessZone,
  seesOwnZone,
  children,
}: {
  display: DisplaySettings;
  businessZone: string;
  /** The person's choice, as the server read it. */
  seesOwnZone: boolean;
  children: ReactNode;
}) {
  const { locale: browserLocale, zone: ownZone } = useLocaleSettings();
  const [isOwn, setOwn] = useState(seesOwnZone);
  const locale = toLocaleTag(display, browserLocale);
  const zone = isOwn ? ownZone : businessZone;
  const settings = useMemo(() => ({ locale, zone }), [locale, zone]);
  const choice = useMemo(
    () => ({
      businessZone,
      ownZone,
      isOwn,
      choose: (next: boolean) => {
        startTransition(() => setOwn(next));
        storePreference(timesCookie, next ? 'own' : 'business');
      },
    }),
    [businessZone, ownZone, isOwn],
  );
  return (
    <BrowserLocaleContext value={browserLocale}>
      <ZoneChoiceContext value={choice}>
        <LocaleContext value={settings}>{children}</LocaleContext>
      </ZoneChoiceContext>
    </BrowserLocaleContext>
  );
}
