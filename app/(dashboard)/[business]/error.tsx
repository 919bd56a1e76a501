'use client';

import { ErrorState } from '#components/shell/error-state.tsx';
import { Button } from '#components/ui/button.tsx';

/** Shown within the shell after an unexpected error of a page. The digest finds the cause in the server's log. */
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
