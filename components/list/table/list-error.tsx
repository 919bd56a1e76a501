'use client';

import { RequestFailed } from '#components/query/request-json.ts';
import { ErrorState } from '#components/shell/error-state.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';

/** What is shown is no longer as it is now. */
export function OutdatedNotice({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="px-4 pb-3">
      <Banner
        tone="attention"
        title="This list could not be brought up to date"
        action={
          <Button size="sm" onPress={retry}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Banner>
    </div>
  );
}

/** Nothing could be read. */
export function ListError({ title, error, retry }: { title: string; error: Error; retry: () => void }) {
  const failure = error instanceof RequestFailed ? error.failure : null;
  return (
    <ErrorState
      title={`${title} could not be read`}
      advice={failure?.message ?? 'The server did not answer. Check the connection and try again.'}
      requestId={failure?.requestId || undefined}
      action={<Button onPress={retry}>Try again</Button>}
    />
  );
}
