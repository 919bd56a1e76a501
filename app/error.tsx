'use client';

import { buttonStyle } from '#components/ui/button-style.ts';

/**
 * Shown after an unexpected error of the layout. The digest finds the cause in the server's log. Every page loads
 * this code, so it is small.
 */
export default function FrameError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="mx-auto max-w-page">
      <div role="alert" className="flex flex-col items-start gap-3 px-4 py-10">
        <h1 className="font-semibold text-lg">This page could not be shown</h1>
        <div className="flex max-w-form flex-col gap-1 text-muted text-sm">
          <p>Nothing was changed by opening it.</p>
          <p>Try again. If it keeps failing, tell whoever runs Countinghouse and name the request.</p>
          {error.digest && (
            <p className="text-xs">
              Request <span className="select-all font-mono">{error.digest}</span>
            </p>
          )}
        </div>
        <button type="button" onClick={reset} className={buttonStyle('primary', 'md')}>
          Try again
        </button>
      </div>
    </main>
  );
}
