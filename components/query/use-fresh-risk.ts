'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useEffect } from 'react';

/** A record, with when it last changed but for its risk detail. */
type Changing = { readonly status: string | null; readonly changedAt: number };

/** The records of a page, and when their risk detail last changed, which has a stamp of its own. */
type Page = { readonly records: readonly Changing[]; readonly riskChangedAt: number | null };

/** The status too: what was seen before the last change may be told after it, and leaves its time as it is. */
const stampOf = ({ records, riskChangedAt }: Page): string =>
  [riskChangedAt, ...records.map(({ status, changedAt }) => `${status} ${changedAt}`)].join();

/**
 * Risk detail is made by the server, with the page: where a record has changed since, the page is made again. `risk` is
 * nothing for those who may not see it.
 */
export function useFreshRisk(risk: ReactNode, made: Page, now: Page): void {
  const router = useRouter();
  const isShown = risk !== null && risk !== false;
  const [ofPage, latest] = [stampOf(made), stampOf(now)];
  useEffect(() => {
    if (isShown && ofPage !== latest) router.refresh();
  }, [isShown, ofPage, latest, router]);
}
