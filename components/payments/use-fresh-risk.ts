'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { PaymentPageView } from '#lib/reports/schema-pages.ts';

const markOf = ({ deposits }: PaymentPageView): string =>
  deposits.map((deposit) => `${deposit.depositId} ${deposit.changedAt}`).join();

/** Risk detail is made by the server, with the page: where a deposit has changed since, the page is made again. */
export function useFreshRisk(shown: boolean, made: PaymentPageView, now: PaymentPageView): void {
  const router = useRouter();
  const isOld = shown && markOf(made) !== markOf(now);
  useEffect(() => {
    if (isOld) router.refresh();
  }, [isOld, router]);
}
