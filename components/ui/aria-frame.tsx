'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';

/** What the headless library needs around anything that opens: links go through the router, its words are English. */
export function AriaFrame({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={(path) => router.push(path)}>{children}</RouterProvider>
    </I18nProvider>
  );
}
