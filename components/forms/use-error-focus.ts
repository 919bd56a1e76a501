'use client';

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Focuses the first invalid field after each failed attempt, and scrolls to it. */
export function useErrorFocus(failedAttempt: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failedAttempt === null) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [failedAttempt]);
  return form;
}
