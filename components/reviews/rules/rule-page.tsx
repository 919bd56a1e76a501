'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { ruleKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tRuleLabels, tRulePage } from '#lib/messages/review-rules-page.ts';
import type { RuleVersion, RuleView } from '#lib/reviews/rules/schema/views.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { RuleBacktest } from './rule-backtest.tsx';
import { RuleCases } from './rule-cases.tsx';
import { RuleChangePanel } from './rule-change-panel.tsx';
import { RuleHistory } from './rule-history.tsx';
import { stateTones } from './rule-tones.ts';

// Loaded when a person edits the rule.
const EditRule = lazy(() => import('./edit-rule.tsx').then((file) => ({ default: file.EditRule })));

const ruleShape = checkFields<RuleView>(withFields('versions', 'changes'));
const isScanning = ({ backtest, activation }: RuleView) =>
  backtest?.state === 'running' || activation !== null;
const hasProposal = ({ changes }: RuleView) => changes.some(({ state }) => state === 'proposed');

/** Shows one rule: its summary, proposals, backtest, cases and history. */
export function RulePage({ businessId, ruleId, page }: { businessId: string; ruleId: string; page: number }) {
  // The version that is edited. The server refuses it when a colleague has saved a newer one.
  const [edited, setEdited] = useState<{ readonly version: number; readonly newest: RuleVersion } | null>(
    null,
  );
  const address = `/api/businesses/${businessId}/reviews/rules/${ruleId}?page=${page}`;
  const { data: view, error } = useSuspenseQuery({
    queryKey: ruleKey(businessId, ruleId, page),
    queryFn: ({ signal }) => requestJson(address, ruleShape, signal),
    refetchInterval: ({ state }) => (state.data && isScanning(state.data) ? 1_000 : false),
  });
  const newest = view.versions[0];
  const current = view.versions.find(({ number }) => number === view.inForce);
  const shown = current ?? newest;
  if (newest === undefined || shown === undefined) return null;
  const isPending = hasProposal(view);
  const head = (
    <PageHeader
      title={shown.name}
      back={{ href: `/${businessId}/reviews/rules`, label: tReviewTerms('back.rules') }}
      mark={<Badge tone={stateTones[view.state]}>{tRuleLabels(`state.${view.state}`)}</Badge>}
      description={<ZoneNote />}
      actions={
        view.state !== 'retired' &&
        !isPending &&
        edited === null && (
          <Button onPress={() => setEdited({ version: view.version, newest })}>{tRulePage('edit')}</Button>
        )
      }
    />
  );
  if (edited !== null)
    return (
      <>
        {head}
        <PageBody>
          <Suspense fallback={<Skeleton className="h-156 w-full" />}>
            <EditRule
              businessId={businessId}
              rule={{ ruleId, version: edited.version }}
              newest={edited.newest}
              zone={view.zone}
              onClose={() => setEdited(null)}
            />
          </Suspense>
        </PageBody>
      </>
    );
  const changePanel = <RuleChangePanel key={view.version} view={view} />;
  return (
    <>
      {head}
      <PageColumns
        aside={
          <>
            {!isPending && changePanel}
            <RuleCases view={view} />
          </>
        }
      >
        {error && (
          <Banner tone="attention" title={tRulePage('notUpToDate')}>
            {error.message}
          </Banner>
        )}
        {view.activation !== null && (
          <Banner tone="waiting" title={tRulePage('checking', { days: view.activation.days })}>
            {tRulePage('checkingNote', { percent: String(view.activation.percent) })}
          </Banner>
        )}
        {isPending && changePanel}
        <Section title={tRulePage('summary')}>
          <VersionSummary version={shown} />
          {view.since !== null && <ActiveSince number={shown.number} since={view.since} />}
          {current !== undefined && newest.number !== current.number && (
            <div className="mt-3 border-line border-t pt-3">
              <p className="mb-1 text-muted text-sm">
                {tRulePage('inactiveVersion', { number: String(newest.number) })}
              </p>
              <VersionSummary version={newest} />
            </div>
          )}
        </Section>
        <RuleBacktest view={view} version={newest} />
        <RuleHistory view={view} />
      </PageColumns>
    </>
  );
}

function ActiveSince({ number, since }: { number: number; since: Instant }) {
  return (
    <p className="mt-2 text-muted text-sm">
      {tRulePage.rich('activeVersion', {
        number: String(number),
        time: () => <DateTime at={toUnixSeconds(since)} />,
      })}
    </p>
  );
}

function VersionSummary({ version }: { version: RuleVersion }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="break-words text-base">{version.sentence}</p>
      <ul className="flex list-disc flex-col gap-1 ps-4 text-muted text-sm">
        {[...version.effects, ...version.caveats].map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </div>
  );
}
