'use client';

import { useEffect, useRef } from 'react';
import { readVersionState, recordStalePage } from './page-version.ts';
import { useUnattendedRefresh } from './use-unattended-refresh.ts';

/**
 * Waits before a refresh is repeated. The server's clock can be behind the browser's, so that it still renders a page from
 * before an expiry. Bounded, because a view of risk detail is audited each time.
 */
const repeatAfterMs = [2_000, 6_000, 20_000, 60_000, 180_000];

/**
 * Renders the page again on the server when newer data has another hash than the rendered data (`hashView`). Repeats
 * this a few times until the server has rendered that hash. It doesn't keep an unused session alive. `restMs` is the
 * shortest time between two requests for this change. The first is made at once.
 */
export function useFreshPage(hash: string, renderedHash: string, restMs = 0): void {
  const refresh = useUnattendedRefresh();
  const requested = useRef({ hash: renderedHash, repeats: 0, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (hash === renderedHash) {
      // The same hash can follow again, such as an expiry that the browser's clock reached before the server's.
      requested.current = { ...requested.current, hash, repeats: 0 };
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = () => {
      // A page of another build would replace this one, with everything that was typed in it.
      if (readVersionState() === 'current') refresh();
      else recordStalePage();
    };
    const repeatLater = () => {
      const wait = repeatAfterMs[requested.current.repeats];
      if (wait === undefined) return;
      timer = setTimeout(() => {
        requested.current.repeats += 1;
        request();
        repeatLater();
      }, wait);
    };
    const start = () => {
      requested.current = { hash, repeats: 0, at: Date.now() };
      request();
      repeatLater();
    };
    const waitMs = requested.current.at + restMs - Date.now();
    if (hash === requested.current.hash) repeatLater();
    else if (waitMs > 0) timer = setTimeout(start, waitMs);
    else start();
    return () => clearTimeout(timer);
  }, [hash, renderedHash, restMs, refresh]);
}
