'use client';

import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { ActionProblem } from '#components/query/use-action-call.ts';

/** Scrolls the first invalid field into view after each failed attempt, in a form that is longer than its dialog. */
export function useScrollToError(problem: ActionProblem | null): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem === null) return;
    content.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' });
  }, [problem]);
  return content;
}
