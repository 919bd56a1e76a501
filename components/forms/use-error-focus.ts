'use client';

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { ActionProblem } from '#components/query/use-action-call.ts';

/** Focuses the first invalid field after each failed attempt, and scrolls to it. */
export function useErrorFocus(problem: ActionProblem | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem === null) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return form;
}
