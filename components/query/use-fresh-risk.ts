'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/**
 * Renders the page again when a record has changed since, because the server renders risk detail with the page. `risk`
 * is empty for people who may not see it. The stamps are made by `stampRecords`.
 */
export function useFreshRisk(risk: ReactNode, renderedStamp: string, stamp: string): void {
  const router = useRouter();
  const isShown = risk !== null && risk !== false;
  useEffect(() => {
    if (isShown && renderedStamp !== stamp) router.refresh();
  }, [isShown, renderedStamp, stamp, router]);
}
