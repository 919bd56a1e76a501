'use client';

import { ErrorState } from '#components/shell/error-state.tsx';
import { Button } from '#components/ui/button.tsx';

/**
 * A page failed in a way that it had no words for; the shell stays. The digest is the key to the cause in the server's
 * log.
 */
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
      title="This page could not be shown"
      saved="Nothing was changed by opening it."
      advice="Try again. If it keeps failing, tell whoever runs Countinghouse and name the request."
      requestId={error.digest}
      action={
        <Button variant="primary" onPress={reset}>
          Try again
        </Button>
      }
    />
  );
}
