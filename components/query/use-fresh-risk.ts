'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/** A record that tells when something in it last became another, in its risk detail too. */
type Changing = { readonly status: string | null; readonly changedAt: number };

/** The status too: what was seen before the last change may be told after it, and leaves its time as it is. */
const stampOf = (records: readonly Changing[]): string =>
  records.map(({ status, changedAt }) => `${status} ${changedAt}`).join();

/**
 * Risk detail is made by the server, with the page: where a record has changed since, the page is made again. `risk` is
 * nothing for those who may not see it.
 */
export function useFreshRisk(risk: ReactNode, made: readonly Changing[], now: readonly Changing[]): void {
  const router = useRouter();
  const isShown = risk !== null && risk !== false;
  const [ofPage, latest] = [stampOf(made), stampOf(now)];
  useEffect(() => {
    if (isShown && ofPage !== latest) router.refresh();
  }, [isShown, ofPage, latest, router]);
}
