'use client';

import './globals.css';
import type { ErrorPageProps } from '#components/shell/error-notice.tsx';
import { ErrorNotice } from '#components/shell/error-notice.tsx';
import { errorPageTexts } from '#lib/messages/error-page.ts';
import { inter } from './fonts.ts';

/** A page outside a business failed, or the frame of all pages did. This page replaces it, with its own styles. */
export default function GlobalError(props: ErrorPageProps) {
  return (
    <html lang="en" className={inter.variable}>
      <body>
        <title>{errorPageTexts.title}</title>
        <main className="mx-auto max-w-page">
          <ErrorNotice {...props} />
        </main>
      </body>
    </html>
  );
}
