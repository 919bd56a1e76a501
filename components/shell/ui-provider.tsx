'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Toasts } from '#components/ui/toast.tsx';
import { ExactCopy } from './exact-copy.tsx';
import { HoverTips } from './hover-tips.tsx';

/** What the primitives need once: links of menus go through the router, words are English, toasts have a place. */
export function UiProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={(path) => router.push(path)}>
        {children}
        <Toasts />
        <ExactCopy />
        <HoverTips />
      </RouterProvider>
    </I18nProvider>
  );
}
