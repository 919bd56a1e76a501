'use client';

import type { ComponentProps } from 'react';
import { lazy, Suspense } from 'react';
import type { EmptyState } from '#components/shell/states.tsx';

const Empty = lazy(() =>
  import('#components/shell/states.tsx').then((file) => ({ default: file.EmptyState })),
);

/** What a list says that has nothing yet. It is so once, and its code is fetched then. */
export function FirstRun(props: ComponentProps<typeof EmptyState>) {
  return (
    <Suspense>
      <Empty {...props} />
    </Suspense>
  );
}
