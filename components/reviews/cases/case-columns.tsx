import type { ReactNode } from 'react';
import { tReviewCase, tReviewDecision } from '#lib/messages/review-case.ts';

/**
 * The three columns of a case: facts, content, and the decision, which stays in view and scrolls separately, as high as the
 * window below the head of the page. On narrower pages the facts are below the content, and on a phone the decision is, too.
 */
export function CaseColumns({
  facts,
  decision,
  children,
}: {
  facts: ReactNode;
  decision: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-4 px-4 pb-8 lg:grid-cols-[minmax(0,1fr)_19rem] xl:grid-cols-[15rem_minmax(0,1fr)_19rem]">
      <aside
        aria-label={tReviewCase('facts.title')}
        data-record-facts
        className="flex min-w-0 flex-col gap-4 max-lg:order-3 lg:max-xl:col-start-1 lg:max-xl:row-start-2"
      >
        {facts}
      </aside>
      <div className="@container/drawer flex min-w-0 flex-col gap-4 lg:max-xl:row-start-1">{children}</div>
      <aside
        aria-label={tReviewDecision('title')}
        className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-6.75rem)] lg:self-start lg:overflow-y-auto lg:max-xl:col-start-2 lg:max-xl:row-span-2 lg:max-xl:row-start-1 print:static print:max-h-none print:overflow-visible"
      >
        {decision}
      </aside>
    </div>
  );
}
