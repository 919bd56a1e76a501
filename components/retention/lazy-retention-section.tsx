'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { RetentionSection as Section } from './retention-section.tsx';

const RetentionSection = lazy(() =>
  import('./retention-section.tsx').then((file) => ({ default: file.RetentionSection })),
);

/** The section comes with the page. Its code loads after that of the rest. */
export function LazyRetentionSection(props: ComponentProps<typeof Section>) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <RetentionSection {...props} />
    </Suspense>
  );
}
