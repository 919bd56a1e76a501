'use client';

import { errorPageTexts } from '#lib/messages/error-page.ts';

/** The props that Next passes to an error page. */
export type ErrorPageProps = { error: unknown; retry: () => void };

/** Returns the digest that leads to the cause in the server's log, or undefined. */
function findDigest(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('digest' in error)) return undefined;
  return typeof error.digest === 'string' ? error.digest : undefined;
}

/** Replaces the content of a page that failed. Every page loads it, so it uses no other components. */
export function ErrorNotice({ error, retry }: ErrorPageProps) {
  const digest = findDigest(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 px-4 py-10">
      <h1 className="font-semibold text-lg">{errorPageTexts.title}</h1>
      <div className="flex max-w-form flex-col gap-1 text-muted text-sm">
        <p>{errorPageTexts.saved}</p>
        <p>{errorPageTexts.advice}</p>
        {digest && (
          <p className="text-xs">
            {errorPageTexts.requestId} <span className="select-all font-mono">{digest}</span>
          </p>
        )}
      </div>
      <button
        type="button"
        onClick={retry}
        className="pressable h-control rounded-md bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-hover"
      >
        {errorPageTexts.retry}
      </button>
    </div>
  );
}
