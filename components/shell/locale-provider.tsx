'use client';

import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import { localeCookie, parseLocale, parseZone, zoneCookie } from './locale.ts';
import { remember } from './remember.ts';

const everySeconds = 30;

/**
 * Tells everything below how the person reads numbers and times. The first picture uses what the server knew, so
 * that both are the same; then the browser's own locale and zone take over and are kept for the next request.
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
    const own = {
      locale: parseLocale(navigator.language),
      zone: parseZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    };
    if (own.locale === locale && own.zone === zone) return;
    setSettings(own);
    remember(localeCookie, own.locale);
    remember(zoneCookie, own.zone);
  }, [locale, zone]);
  return (
    <LocaleContext value={settings}>
      <Clock start={now}>{children}</Clock>
    </LocaleContext>
  );
}

/** Carries the server's clock on, so that a wrong clock in the browser does not show wrong ages. */
function Clock({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const began = Date.now();
    const tick = () => setNow(start + Math.floor((Date.now() - began) / 1000));
    const timer = setInterval(tick, everySeconds * 1000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [start]);
  return <NowContext value={now}>{children}</NowContext>;
}
