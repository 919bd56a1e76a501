'use client';

import { useEffect, useState } from 'react';
import { readTabId } from './tab-id.ts';

/** Returns the id of this tab, or null until it is known. */
export function useTabId(): string | null {
  const [tabId, setTabId] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void readTabId().then((id) => {
      if (isShown) setTabId(id);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return tabId;
}
