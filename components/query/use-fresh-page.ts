'use client';

import { useEffect, useRef } from 'react';
import { readVersionState } from './page-version.ts';
import { useUnattendedRefresh } from './use-unattended-refresh.ts';

/**
 * Renders the page again on the server when what was read since has another stamp than what the server rendered
 * (`stampView`). Each stamp is requested once, until the server has rendered it. It doesn't keep an unused session
 * alive.
 */
export function useFreshPage(stamp: string, renderedStamp: string): void {
  const refresh = useUnattendedRefresh();
  const requested = useRef(renderedStamp);
  useEffect(() => {
    if (stamp === renderedStamp) {
      // The same stamp can follow again, such as an expiry that the browser's clock reached before the server's.
      requested.current = renderedStamp;
      return;
    }
    if (stamp === requested.current) return;
    requested.current = stamp;
    // A page of another build would replace this one, with everything that was typed in it.
    if (readVersionState() !== 'current') return;
    refresh();
  }, [stamp, renderedStamp, refresh]);
}
