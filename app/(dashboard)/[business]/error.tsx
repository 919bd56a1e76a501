'use client';

import { ErrorState } from '#components/shell/error-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { tErrorPages } from '#lib/messages/error-pages.ts';

/** Replaces a page that failed unexpectedly, inside the shell. The digest finds the cause in the server's log. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <ErrorState
      heading="h1"
      title={tErrorPages('failed.title')}
      saved={tErrorPages('failed.effect')}
      advice={tErrorPages('failed.advice')}
      requestId={error.digest}
      action={
        <Button variant="primary" onPress={reset}>
          {tErrorPages('tryAgain')}
        </Button>
      }
    />
  );
}
