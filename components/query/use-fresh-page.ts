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
 * this a few times until the server has rendered that hash. It doesn't keep an unused session alive.
 */
export function useFreshPage(hash: string, renderedHash: string): void {
  const refresh = useUnattendedRefresh();
  const requested = useRef({ hash: renderedHash, repeats: 0 });
  useEffect(() => {
    if (hash === renderedHash) {
      // The same hash can follow again, such as an expiry that the browser's clock reached before the server's.
      requested.current = { hash, repeats: 0 };
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
    if (hash !== requested.current.hash) {
      requested.current = { hash, repeats: 0 };
      request();
    }
    repeatLater();
    return () => clearTimeout(timer);
  }, [hash, renderedHash, refresh]);
}
