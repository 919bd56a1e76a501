'use client';

import { buttonStyle } from '#components/ui/button-style.ts';
import { tErrorPages } from '#lib/messages/error-pages.ts';

/**
 * Replaces the whole page when its frame failed unexpectedly. The digest finds the cause in the server's log. Every
 * page loads this, so it is small.
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
        <h1 className="font-semibold text-lg">{tErrorPages('failed.title')}</h1>
        <div className="flex max-w-form flex-col gap-1 text-muted text-sm">
          <p>{tErrorPages('failed.effect')}</p>
          <p>{tErrorPages('failed.advice')}</p>
          {error.digest && (
            <p className="text-xs">
              {tErrorPages.rich('failed.request', {
                id: () => (
                  <span key="id" className="select-all font-mono">
                    {error.digest}
                  </span>
                ),
              })}
            </p>
          )}
        </div>
        <button type="button" onClick={reset} className={buttonStyle('primary', 'md')}>
          {tErrorPages('tryAgain')}
        </button>
      </div>
    </main>
  );
}
