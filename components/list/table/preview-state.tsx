'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { RequestFailed } from '#components/query/request-json.ts';
import { ErrorState } from '#components/shell/error-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tList } from '#lib/messages/list.ts';

/** The state of the preview while its row is read or when that fails. */
export function PreviewState({
  query,
}: {
  query: Pick<UseQueryResult<unknown>, 'error' | 'refetch' | 'isError'>;
}) {
  if (!query.isError) {
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  const failure = query.error instanceof RequestFailed ? query.error.failure : null;
  return (
    <ErrorState
      title={tList('preview.failed')}
      advice={failure?.message ?? tList('noAnswer')}
      requestId={failure?.requestId || undefined}
      action={<Button onPress={() => void query.refetch()}>{tList('tryAgain')}</Button>}
    />
  );
}
