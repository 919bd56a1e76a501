'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/** A record, with the time of its last change outside risk detail. */
type Changing = { readonly status: string | null; readonly changedAt: number };

/** The records of a page, and the time at which their risk detail last changed. */
type Page = { readonly records: readonly Changing[]; readonly riskChangedAt: number | null };

/** Includes the status, because it can change without a new time: a late report may describe an earlier change. */
const stampOf = ({ records, riskChangedAt }: Page): string =>
  [riskChangedAt, ...records.map(({ status, changedAt }) => `${status} ${changedAt}`)].join();

/**
 * Refreshes the page when a record has changed, because the server renders risk detail with the page. `risk` is
 * empty for people who may not see it.
 */
export function useFreshRisk(risk: ReactNode, made: Page, now: Page): void {
  const router = useRouter();
  const isShown = risk !== null && risk !== false;
  const [ofPage, latest] = [stampOf(made), stampOf(now)];
  useEffect(() => {
    if (isShown && ofPage !== latest) router.refresh();
  }, [isShown, ofPage, latest, router]);
}
