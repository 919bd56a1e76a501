'use client';

import { buttonStyle } from '#components/ui/button-style.ts';

/**
 * The frame itself failed in a way that it had no words for. The digest is the key to the cause in the server's log.
 * Every page brings this along, so it is made of little.
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
