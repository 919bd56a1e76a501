'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import type { EmptyState } from '#components/shell/states.tsx';

const Empty = lazy(() =>
  import('#components/shell/states.tsx').then((file) => ({ default: file.EmptyState })),
);

/** The state of a list that has never had a row. It is rare, so its code is loaded only then. */
export function EmptyList(props: ComponentProps<typeof EmptyState>) {
  return (
    <Suspense>
      <Empty {...props} />
    </Suspense>
  );
}
