'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import type { OpenCaseDialog } from './open-case-dialog.tsx';

// Loaded lazily: most records are only read.
const Dialog = lazy(() =>
  import('./open-case-dialog.tsx').then((file) => ({ default: file.OpenCaseDialog })),
);

/** A button that opens a case for a record without one. */
export const OpenCase = (props: ComponentProps<typeof OpenCaseDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
