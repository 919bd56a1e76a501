'use client';

import { RequestFailed } from '#components/query/request-json.ts';
import { ErrorState } from '#components/shell/error-state.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { tList } from '#lib/messages/list.ts';

/** A notice that the shown rows are outdated. */
export function OutdatedNotice({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="px-4 pb-3">
      <Banner
        tone="attention"
        title={tList('outdated')}
        action={
          <Button size="sm" onPress={retry}>
            {tList('tryAgain')}
          </Button>
        }
      >
        {error.message}
      </Banner>
    </div>
  );
}

/** The state of a list that could not be read. */
export function ListError({ title, error, retry }: { title: string; error: Error; retry: () => void }) {
  const failure = error instanceof RequestFailed ? error.failure : null;
  return (
    <ErrorState
      title={tList('failed', { title })}
      advice={failure?.message ?? tList('noAnswer')}
      requestId={failure?.requestId || undefined}
      action={<Button onPress={retry}>{tList('tryAgain')}</Button>}
    />
  );
}
