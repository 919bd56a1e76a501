'use client';

import type { ReactNode } from 'react';
import { startTransition, useEffect, useState } from 'react';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import { localeCookie, parseLocale, parseZone, zoneCookie } from './locale.ts';
import { storePreference } from './store-preference.ts';

const everySeconds = 30;

/**
 * Provides the person's locale, time zone and clock. The first render uses the server's values to avoid a hydration
 * mismatch. Then the browser's values apply and are stored for the next request.
 *
 * Later times are transitions. An urgent change would replace every part whose code hasn't loaded by its placeholder.
 */
export function LocaleProvider({
  locale,
  zone,
  now,
  children,
}: {
  locale: string;
  zone: string;
  /** The server's clock, UNIX seconds. */
  now: number;
  children: ReactNode;
}) {
  const [settings, setSettings] = useState({ locale, zone });
  useEffect(() => {
    const browserSettings = {
      locale: parseLocale(navigator.language),
      zone: parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    };
    if (browserSettings.locale === locale && browserSettings.zone === zone) return;
    setSettings(browserSettings);
    storePreference(localeCookie, browserSettings.locale);
    storePreference(zoneCookie, browserSettings.zone);
  }, [locale, zone]);
  return (
    <LocaleContext value={settings}>
      <Clock start={now}>{children}</Clock>
    </LocaleContext>
  );
}

/** Continues the server's clock, because the browser's clock can be wrong. */
function Clock({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const began = Date.now();
    const tick = () => startTransition(() => setNow(start + Math.floor((Date.now() - began) / 1000)));
    const timer = setInterval(tick, everySeconds * 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [start]);
  return <NowContext value={now}>{children}</NowContext>;
}
