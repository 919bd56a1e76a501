'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { decisionWords } from '#lib/reviews/model.ts';
import type { CaseView } from '#lib/reviews/schema/case.ts';
import { CaseEvents } from './case-events.tsx';
import { CaseFacts } from './case-facts.tsx';
import { Checklist } from './checklist.tsx';
import { DecideBar, decisionPlace } from './decide-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { EvidencePacks } from './evidence-packs.tsx';
import { Files } from './files.tsx';
import { Notes } from './notes.tsx';
import { ReportSection } from './report-section.tsx';

// Most cases stand alone, and those that wait have no decision yet.
const DecisionHistory = lazy(() =>
  import('./decision-history.tsx').then((file) => ({ default: file.DecisionHistory })),
);
const WholeCase = lazy(() => import('./whole-case.tsx').then((file) => ({ default: file.WholeCase })));

const data = outline<CaseView>(withFields('facts', 'decisions'));

/** One case. What it is about is made by the server once a view, because each view of risk detail is audited. */
export function CasePage({
  initial,
  title,
  subject,
  joined,
  related,
  timeline,
  reportFacts,
}: {
  initial: CaseView;
  title: string;
  subject: ReactNode;
  /** What the cases that joined it are about. */
  joined: ReactNode;
  related: ReactNode;
  timeline: ReactNode;
  /** How a report begins. */
  reportFacts: string;
}) {
  const { businessId, caseId } = initial;
  const { data: view, error } = useQuery({
    queryKey: ['b', businessId, 'reviews', 'case', caseId],
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'reviews', caseId), data, signal),
    initialData: initial,
    initialDataUpdatedAt: initial.now,
  });
  return (
    <>
      <PageHeader
        title={ExternalText(title)}
        back={{ href: `/${businessId}/reviews`, label: 'Reviews' }}
        mark={
          <span className="inline-flex flex-wrap items-center gap-1.5">
            <Status kind={view.subjectKind} value={view.service.status} />
            <StateBadge view={view} />
          </span>
        }
        description={
          <>
            Case {view.number} · <ZoneNote />
          </>
        }
        actions={
          <a
            href={`/api/businesses/${businessId}/reviews/${caseId}/evidence`}
            download
            className={buttonStyle('secondary', 'md')}
          >
            <Archive aria-hidden />
            Evidence pack
          </a>
        }
      />
      <PageColumns
        aside={
          <>
            <div id={decisionPlace} tabIndex={-1} className="scroll-mt-4 outline-none">
              <DecisionPanel key={view.state} view={view} opened={initial} />
            </div>
            <CaseFacts view={view} />
            <Checklist view={view} />
            <Files view={view} />
            {view.packs.length > 0 && <EvidencePacks packs={view.packs} />}
          </>
        }
      >
        {error && (
          <Banner tone="attention" title="This case could not be brought up to date">
            {error.message}
          </Banner>
        )}
        {view.disagreements.length > 0 && <Disagreements words={view.disagreements} />}
        {view.survivor !== null && (
          <Banner tone="waiting" title={`This case joined case ${view.survivor.number}`}>
            It is read here and worked on there.{' '}
            <TextLink prefetch={false} href={`/${businessId}/reviews/${view.survivor.caseId}`}>
              Open case {view.survivor.number}
            </TextLink>
          </Banner>
        )}
        {view.joined.length > 0 && (
          <Suspense>
            <WholeCase view={view} />
          </Suspense>
        )}
        {subject}
        {joined}
        {view.decisions.length + view.joinedDecisions.length > 0 && (
          <Suspense>
            <DecisionHistory
              decisions={[...view.decisions, ...view.joinedDecisions]}
              subjectKind={view.subjectKind}
            />
          </Suspense>
        )}
        <Notes view={view} />
        {(view.state !== 'merged' || view.report.version > 0) && (
          <ReportSection view={view} facts={reportFacts} />
        )}
        {related}
        {timeline}
        <Section title="What was done" count={view.events.length}>
          <CaseEvents events={view.events} />
        </Section>
      </PageColumns>
      <DecideBar state={view.state} />
    </>
  );
}

/** Of a case that many joined, so many are named. */
const mostNamed = 5;

function Disagreements({ words }: { words: readonly string[] }) {
  const [first = '', ...others] = words;
  return (
    <Banner tone="bad" title={first}>
      {others.slice(0, mostNamed - 1).map((one) => (
        <p key={one}>{one}</p>
      ))}
      {words.length > mostNamed && <p>And {words.length - mostNamed} more.</p>}
      Our decision and what the service does are not the same. Settle it at the service, or open the case
      again.
    </Banner>
  );
}

function StateBadge({ view }: { view: CaseView }) {
  const standing = view.decisions.find(({ state }) => state === 'proposed' || state === 'final');
  const label = standing === undefined ? '' : decisionWords[standing.kind].label;
  switch (view.state) {
    case 'open':
      return (
        <Badge tone="waiting">
          {view.snoozedUntil !== null && view.snoozedUntil > view.now ? 'Put aside' : 'Open'}
        </Badge>
      );
    case 'proposed':
      return <Badge tone="attention">Proposed: {label}</Badge>;
    case 'decided':
      return <Badge tone="good">Decided: {label}</Badge>;
    case 'merged':
      return <Badge>Joined case {view.survivor?.number}</Badge>;
  }
}
