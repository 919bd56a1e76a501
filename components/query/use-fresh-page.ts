'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { readVersionState } from './page-version.ts';

/**
 * Renders the page again on the server when what was read since has another stamp than what the server rendered
 * (`stampView`). Each stamp is requested once.
 */
export function useFreshPage(stamp: string, renderedStamp: string): void {
  const router = useRouter();
  const requested = useRef(renderedStamp);
  useEffect(() => {
    if (stamp === renderedStamp || stamp === requested.current) return;
    requested.current = stamp;
    // A page of another build would replace this one, with everything that was typed in it.
    if (readVersionState() === 'current') router.refresh();
  }, [stamp, renderedStamp, router]);
}
