'use client';

import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReviewCase, tReviewTerms } from '#lib/messages/review-case.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { notesId } from '../case-part-ids.ts';
import { CaseTabs } from './case-tabs.tsx';
import { InformationRequest } from './information-request.tsx';
import { Notes } from './notes.tsx';

// Open cases have no decision yet, and most cases aren't merged.
const DecisionHistory = lazy(() =>
  import('../decisions/decision-history.tsx').then((file) => ({ default: file.DecisionHistory })),
);
const MergedCases = lazy(() => import('./merged-cases.tsx').then((file) => ({ default: file.MergedCases })));
// Their tabs are hidden at first.
const CaseEvents = lazy(() => import('./case-events.tsx').then((file) => ({ default: file.CaseEvents })));
const Files = lazy(() => import('./files.tsx').then((file) => ({ default: file.Files })));
const EvidencePacks = lazy(() =>
  import('./evidence-packs.tsx').then((file) => ({ default: file.EvidencePacks })),
);
const ReportSection = lazy(() =>
  import('../reports/report-section.tsx').then((file) => ({ default: file.ReportSection })),
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
              {view.joined.length > 0 && (
                <Suspense>
                  <MergedCases view={view} />
                </Suspense>
              )}
              {parts.joined}
              {view.decisions.length + view.joinedDecisions.length > 0 && (
                <Suspense>
                  <DecisionHistory
                    decisions={[...view.decisions, ...view.joinedDecisions]}
                    subjectKind={view.subjectKind}
                  />
                </Suspense>
              )}
              {view.state !== 'merged' && <InformationRequest view={view} />}
              <div id={notesId} tabIndex={-1} className="scroll-mt-4 outline-none">
                <Notes view={view} />
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
                  <CaseEvents events={view.events} subjectKind={view.subjectKind} />
                </Suspense>
              </Section>
            </>
          ),
          files: (
            <Suspense fallback={<Skeleton className="h-24 w-full" />}>
              <Files view={view} />
              {view.packs.length > 0 && <EvidencePacks packs={view.packs} />}
            </Suspense>
          ),
          report:
            view.state === 'merged' && view.report.version === 0 ? (
              <p className="text-muted text-sm">{tReviewCase('page.noReport')}</p>
            ) : (
              <Suspense fallback={<Skeleton className="h-48 w-full" />}>
                <ReportSection view={view} facts={reportFacts} />
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
