'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';

/** Sets the language and the router of the headless library. Every overlay needs it. */
export function AriaFrame({ children }: { children: ReactNode }) {
  const router = useRouter();
  return (
    <I18nProvider locale="en-GB">
      <RouterProvider navigate={(path) => router.push(path)}>{children}</RouterProvider>
    </I18nProvider>
  );
}
