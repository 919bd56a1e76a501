'use client';

import type { ReactNode } from 'react';
import { Toasts } from '#components/ui/toast.tsx';
import { ExactCopy } from './exact-copy.tsx';
import { HoverTips } from './hover-tips.tsx';

/** What the primitives need once: toasts have a place, what is copied is exact, titles are shown in our look. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
      <ExactCopy />
      <HoverTips />
    </>
  );
}
