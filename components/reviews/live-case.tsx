'use client';

import type { ReactNode } from 'react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import type { CaseCounts, CaseParts } from './case-content.tsx';
import { CaseContent } from './case-content.tsx';
import { CaseFacts } from './case-facts.tsx';
import { hashCaseMark, hashCaseReasons } from './case-hashes.ts';
import { CaseKeys } from './case-keys.tsx';
import { decisionPanelId } from './case-part-ids.ts';
import { DecisionBar } from './decision-bar.tsx';
import { useCaseView } from './use-case-view.ts';

// Loaded lazily: it can wait until the case is shown.
const AlsoHere = lazy(() =>
  import('./case-presence-notice.tsx').then((file) => ({ default: file.CasePresenceNotice })),
);
// The forms of the decision. The server renders them, and they are disabled until their code has loaded.
const DecisionPanel = lazy(() =>
  import('./decision-panel.tsx').then((file) => ({ default: file.DecisionPanel })),
);
const Checklist = lazy(() => import('./checklist.tsx').then((file) => ({ default: file.Checklist })));
const ClosedDrafts = lazy(() =>
  import('#components/drafts/closed-drafts.tsx').then((file) => ({ default: file.ClosedDrafts })),
);
// The server renders the first mark and reasons, so only a case that changes needs their code.
const CaseMark = lazy(() => import('./case-mark.tsx').then((file) => ({ default: file.CaseMark })));
const CaseReasons = lazy(() => import('./case-reasons.tsx').then((file) => ({ default: file.CaseReasons })));

/** Names the case that a part of its page shows. */
type CaseAddress = { readonly businessId: string; readonly caseId: string };

/** A part that the server rendered, with its hash. It is shown until the part has another hash. */
type RenderedPart = { readonly hash: string; readonly children: ReactNode };

/** The mark of the case as it is now. */
export function LiveCaseMark({ businessId, caseId, hash, children }: CaseAddress & RenderedPart) {
  const { view } = useCaseView(businessId, caseId);
  if (hashCaseMark(view) === hash) return children;
  return (
    <Suspense fallback={children}>
      <CaseMark view={view} />
    </Suspense>
  );
}

/** The facts of the case as it is now. The server renders the reasons (`children`). */
export function LiveCaseFacts({ businessId, caseId, hash, children }: CaseAddress & RenderedPart) {
  const { view } = useCaseView(businessId, caseId);
  const reasons =
    hashCaseReasons(view) === hash ? (
      children
    ) : (
      <Suspense fallback={children}>
        <CaseReasons view={view} />
      </Suspense>
    );
  return <CaseFacts view={view} reasons={reasons} />;
}

/** The column of the decision. A decision refers to the data of the opened page (`opened`). */
export function LiveCaseDecision({ opened }: { opened: CaseView }) {
  const { businessId, caseId } = opened;
  // A change waits for the code of the forms. Until it is there, they keep their former content.
  const view = useDeferredValue(useCaseView(businessId, caseId).view);
  return (
    <>
      <Suspense>
        <AlsoHere businessId={businessId} caseId={caseId} />
      </Suspense>
      <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
        <Suspense fallback={<Skeleton className="h-156 w-full" />}>
          <DecisionPanel key={view.state} view={view} opened={opened} />
        </Suspense>
      </div>
      <Suspense fallback={<Skeleton className="h-90 w-full" />}>
        <Checklist view={view} />
      </Suspense>
      <Suspense>
        <ClosedDrafts businessId={businessId} subject={caseId} />
      </Suspense>
    </>
  );
}

/** The tabs of the case as it is now. */
export function LiveCaseContent({
  businessId,
  caseId,
  ...rendered
}: CaseAddress & { parts: CaseParts; counts: CaseCounts; reportFacts: string }) {
  const { view, error } = useCaseView(businessId, caseId);
  return <CaseContent view={view} error={error} {...rendered} />;
}

/** The keys of the page, and the bar that leads to the decision. */
export function LiveCaseControls({ businessId, caseId }: CaseAddress) {
  const { view } = useCaseView(businessId, caseId);
  return (
    <>
      <DecisionBar state={view.state} />
      <CaseKeys view={view} />
    </>
  );
}
