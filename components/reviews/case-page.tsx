'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { ClosedDrafts } from '#components/drafts/closed-drafts.tsx';
import { downloadExport } from '#components/list/exports/download-export.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { caseKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { tReviewCase } from '#lib/messages/review-case.ts';
import { tReviewTerms } from '#lib/messages/review-terms.ts';
import { findLastOutcome } from '#lib/reviews/decisions/model.ts';
import { decisionTexts } from '#lib/reviews/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { CaseColumns } from './case-columns.tsx';
import { CaseEvents } from './case-events.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseKeys, notesId } from './case-keys.tsx';
import { CaseTabs } from './case-tabs.tsx';
import { Checklist } from './checklist.tsx';
import { DecideBar, decisionPanelId } from './decide-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { Notes } from './notes.tsx';

// Loaded lazily: most cases are not merged, and open cases have no decision yet.
const DecisionHistory = lazy(() =>
  import('./decision-history.tsx').then((file) => ({ default: file.DecisionHistory })),
);
const MergedCases = lazy(() => import('./merged-cases.tsx').then((file) => ({ default: file.MergedCases })));
// Tabs that are hidden at first.
const Files = lazy(() => import('./files.tsx').then((file) => ({ default: file.Files })));
const EvidencePacks = lazy(() =>
  import('./evidence-packs.tsx').then((file) => ({ default: file.EvidencePacks })),
);
const ReportSection = lazy(() =>
  import('./report-section.tsx').then((file) => ({ default: file.ReportSection })),
);

const caseShape = checkFields<CaseView>(withFields('facts', 'decisions'));

/** The parts of a case page that the server renders. */
type CaseParts = {
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

/**
 * Shows one case in one screen: facts, content in tabs, and the decision, which stays in view. The server renders the
 * subject once for each page view, because each view of risk detail is recorded in the audit log.
 */
export function CasePage({
  opened,
  title,
  parts,
  counts,
  reportFacts,
}: {
  /** The case as the server rendered it. */
  opened: CaseView;
  title: string;
  parts: CaseParts;
  /** The numbers of entries in parts that the server renders. */
  counts: { readonly related: number; readonly timeline: number };
  /** The facts that a new report starts with. */
  reportFacts: string;
}) {
  const { businessId, caseId } = opened;
  const evidence = `/api/businesses/${businessId}/reviews/${caseId}/evidence`;
  const { data: view, error } = useSuspenseQuery({
    queryKey: caseKey(businessId, caseId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'reviews', caseId), caseShape, signal),
  });
  return (
    <>
      <PageHeader
        title={ExternalText(title)}
        back={{ href: `/${businessId}/reviews`, label: tReviewTerms('back.reviews') }}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <Status kind={view.subjectKind} value={view.service.status} />
            <StateBadge view={view} />
          </span>
        }
        description={
          <>
            {tReviewTerms('caseNumber', { number: String(view.number) })} · <ZoneNote />
          </>
        }
        actions={
          <a
            href={evidence}
            download
            onClick={(event) => {
              event.preventDefault();
              downloadExport(evidence, businessId);
            }}
            className={buttonStyle('secondary', 'md')}
          >
            <Archive aria-hidden />
            {tReviewCase('page.evidencePack')}
          </a>
        }
      />
      <CaseColumns
        facts={
          <>
            {parts.record}
            <CaseFacts view={view} />
          </>
        }
        decision={
          <>
            <div id={decisionPanelId} tabIndex={-1} className="scroll-mt-4 outline-none">
              <DecisionPanel key={view.state} view={view} opened={opened} />
            </div>
            <Checklist view={view} />
            <ClosedDrafts businessId={businessId} subject={caseId} />
          </>
        }
      >
        {error && (
          <Banner tone="attention" title={tReviewCase('page.notUpToDate')}>
            {error.message}
          </Banner>
        )}
        {view.disagreements.length > 0 && <Disagreements sentences={view.disagreements} />}
        {view.survivor !== null && <MergedBanner businessId={businessId} survivor={view.survivor} />}
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
                  <CaseEvents events={view.events} subjectKind={view.subjectKind} />
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
      </CaseColumns>
      <DecideBar state={view.state} />
      <CaseKeys view={view} />
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

function StateBadge({ view }: { view: CaseView }) {
  const current = view.decisions.find(({ state }) => state === 'proposed' || state === 'final');
  const outcome = findLastOutcome(view);
  const decision = current === undefined ? '' : decisionTexts[current.kind].label;
  switch (view.state) {
    case 'open':
      return (
        <Badge tone="waiting">
          {view.snoozedUntil !== null && view.snoozedUntil > view.now
            ? tReviewTerms('snoozed')
            : outcome === null
              ? tReviewTerms('open')
              : tReviewCase(`page.open.${outcome.kind}`)}
        </Badge>
      );
    case 'proposed':
      return <Badge tone="attention">{tReviewTerms('proposed', { decision })}</Badge>;
    case 'decided':
      return <Badge tone="good">{tReviewCase('page.decided', { decision })}</Badge>;
    case 'merged':
      return <Badge>{tReviewCase('page.mergedInto', { number: String(view.survivor?.number ?? '') })}</Badge>;
  }
}
