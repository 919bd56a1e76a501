'use client';

import type { ReactNode } from 'react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { notesId } from './case-part-ids.ts';
import { CaseTabs } from './case-tabs.tsx';

// Loaded lazily: most cases are not merged, and open cases have no decision yet.
const DecisionHistory = lazy(() =>
  import('./decision-history.tsx').then((file) => ({ default: file.DecisionHistory })),
);
const MergedCases = lazy(() => import('./merged-cases.tsx').then((file) => ({ default: file.MergedCases })));
// The server renders the notes, and their form is disabled until its code has loaded.
const Notes = lazy(() => import('./notes.tsx').then((file) => ({ default: file.Notes })));
// Tabs that are hidden at first.
const CaseEvents = lazy(() => import('./case-events.tsx').then((file) => ({ default: file.CaseEvents })));
const Files = lazy(() => import('./files.tsx').then((file) => ({ default: file.Files })));
const EvidencePacks = lazy(() =>
  import('./evidence-packs.tsx').then((file) => ({ default: file.EvidencePacks })),
);
const ReportSection = lazy(() =>
  import('./report-section.tsx').then((file) => ({ default: file.ReportSection })),
);

/** The parts of a case that show its records. The server renders them for the page of the case. */
export type CaseParts = {
  /** The amount, addresses and links of the subject. */
  readonly record: ReactNode;
  /** The risk of the subject in short. */
  readonly riskSummary: ReactNode;
  readonly money: ReactNode;
  readonly risk: ReactNode;
  /** The subjects of the cases that were merged into this one. */
  readonly joined: ReactNode;
  readonly related: ReactNode;
  readonly timeline: ReactNode;
};

/** The numbers of entries in the parts. */
export type CaseCounts = { readonly related: number; readonly timeline: number };

/** Shows the tabs of a case, and above them what contradicts the decision. */
export function CaseContent({
  view,
  error,
  parts,
  counts,
  reportFacts,
}: {
  view: CaseView;
  /** The reason why the case could not be read again. */
  error: Error | null;
  parts: CaseParts;
  counts: CaseCounts;
  /** The facts that a new report starts with. */
  reportFacts: string;
}) {
  // A change waits for the code of these parts. Until it is there, they keep their former content.
  const lateView = useDeferredValue(view);
  return (
    <>
      {error && (
        <Banner tone="attention" title={tReviewCase('page.notUpToDate')}>
          {error.message}
        </Banner>
      )}
      {view.disagreements.length > 0 && <Disagreements sentences={view.disagreements} />}
      {view.survivor !== null && <MergedBanner businessId={view.businessId} survivor={view.survivor} />}
      <CaseTabs
        counts={{
          related: counts.related,
          timeline: counts.timeline + view.events.length,
          files: view.files.length + view.packs.length,
        }}
        content={{
          summary: (
            <>
              {parts.riskSummary}
              {lateView.joined.length > 0 && (
                <Suspense>
                  <MergedCases view={lateView} />
                </Suspense>
              )}
              {parts.joined}
              {lateView.decisions.length + lateView.joinedDecisions.length > 0 && (
                <Suspense>
                  <DecisionHistory
                    decisions={[...lateView.decisions, ...lateView.joinedDecisions]}
                    subjectKind={lateView.subjectKind}
                  />
                </Suspense>
              )}
              <div id={notesId} tabIndex={-1} className="scroll-mt-4 outline-none">
                <Suspense fallback={<Skeleton className="h-60 w-full" />}>
                  <Notes view={lateView} />
                </Suspense>
              </div>
            </>
          ),
          money: parts.money,
          risk: parts.risk,
          related: parts.related,
          timeline: (
            <>
              {parts.timeline}
              <Section title={tReviewCase('page.activity')} count={view.events.length}>
                <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                  <CaseEvents events={lateView.events} subjectKind={lateView.subjectKind} />
                </Suspense>
              </Section>
            </>
          ),
          files: (
            <Suspense fallback={<Skeleton className="h-24 w-full" />}>
              <Files view={lateView} />
              {lateView.packs.length > 0 && <EvidencePacks packs={lateView.packs} />}
            </Suspense>
          ),
          report:
            lateView.state === 'merged' && lateView.report.version === 0 ? (
              <p className="text-muted text-sm">{tReviewCase('page.noReport')}</p>
            ) : (
              <Suspense fallback={<Skeleton className="h-48 w-full" />}>
                <ReportSection view={lateView} facts={reportFacts} />
              </Suspense>
            ),
        }}
      />
    </>
  );
}

function MergedBanner({
  businessId,
  survivor,
}: {
  businessId: string;
  survivor: NonNullable<CaseView['survivor']>;
}) {
  const number = String(survivor.number);
  return (
    <Banner tone="waiting" title={tReviewCase('page.mergedInto', { number })}>
      {tReviewCase.rich('page.mergedNote', {
        number,
        link: (text) => (
          <TextLink prefetch={false} href={`/${businessId}/reviews/${survivor.caseId}`}>
            {text}
          </TextLink>
        ),
      })}
    </Banner>
  );
}

/** Most disagreements that are listed for merged cases. */
const mostDisagreements = 5;

function Disagreements({ sentences }: { sentences: readonly string[] }) {
  const [first = '', ...others] = sentences;
  return (
    <Banner tone="bad" title={first}>
      {others.slice(0, mostDisagreements - 1).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {sentences.length > mostDisagreements && (
        <p>{tReviewTerms('more', { count: String(sentences.length - mostDisagreements) })}</p>
      )}
      {tReviewCase('page.disagreement')}
    </Banner>
  );
}
