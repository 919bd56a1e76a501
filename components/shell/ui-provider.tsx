'use client';

import type { ReactNode } from 'react';
import { Toasts } from '#components/ui/toast.tsx';
import { ExactCopyListener } from './exact-copy-listener.tsx';
import { Tooltips } from './tooltips.tsx';

/** Provides toasts, exact copying and tooltips for all pages. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
      <ExactCopyListener />
      <Tooltips />
    </>
  );
}
