'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateTime, ZoneNote } from '#components/ui/time.tsx';
import { toRuleForm } from '#lib/reviews/rules/model/form.ts';
import type { RuleVersion, RuleView } from '#lib/reviews/rules/schema/views.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { RuleCases } from './rule-cases.tsx';
import { RuleChangePanel } from './rule-change-panel.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleHistory } from './rule-history.tsx';
import { RuleTry } from './rule-try.tsx';
import { stateWords } from './rule-words.ts';

const data = outline<RuleView>(withFields('versions', 'changes'));
const stillWalks = ({ tried, applying }: RuleView) => tried?.state === 'running' || applying !== null;

/** One rule: what it does, what can be done with it, what it would have done. */
export function RulePage({ initial, page }: { initial: RuleView; page: number }) {
  const { businessId, ruleId } = initial;
  // The version that was seen: what others do meanwhile is told by a conflict, never written over.
  const [edited, setEdited] = useState<{ readonly version: number; readonly newest: RuleVersion } | null>(
    null,
  );
  const address = `/api/businesses/${businessId}/reviews/rules/${ruleId}?page=${page}`;
  const { data: view, error } = useQuery({
    queryKey: ['b', businessId, 'reviews', 'rule', ruleId, page],
    queryFn: ({ signal }) => requestJson(address, data, signal),
    initialData: initial,
    initialDataUpdatedAt: initial.now,
    refetchInterval: ({ state }) => (state.data && stillWalks(state.data) ? 1_000 : false),
  });
  const newest = view.versions[0];
  const inForce = view.versions.find(({ number }) => number === view.inForce);
  const shown = inForce ?? newest;
  if (newest === undefined || shown === undefined) return null;
  const waits = view.changes.some(({ state }) => state === 'proposed');
  const { label, tone } = stateWords[view.state];
  const head = (
    <PageHeader
      title={shown.name}
      back={{ href: `/${businessId}/reviews/rules`, label: 'Rules' }}
      mark={<Badge tone={tone}>{label}</Badge>}
      description={<ZoneNote />}
      actions={
        view.state !== 'retired' &&
        !waits &&
        edited === null && (
          <Button onPress={() => setEdited({ version: view.version, newest })}>Change rule</Button>
        )
      }
    />
  );
  if (edited !== null)
    return (
      <>
        {head}
        <PageBody>
          <RuleForm
            businessId={businessId}
            known={{ ruleId, version: edited.version }}
            initial={toRuleForm(edited.newest)}
            zone={view.zone}
            onSaved={() => setEdited(null)}
            onCancel={() => setEdited(null)}
          />
        </PageBody>
      </>
    );
  return (
    <>
      {head}
      <PageColumns
        aside={
          <>
            {!waits && <RuleChangePanel key={view.version} view={view} />}
            <RuleCases view={view} />
          </>
        }
      >
        {error && (
          <Banner tone="attention" title="This rule could not be brought up to date">
            {error.message}
          </Banner>
        )}
        {view.applying !== null && (
          <Banner tone="waiting" title={`The last ${view.applying.days} days are being looked through`}>
            {view.applying.percent} % done. Cases open as they are found.
          </Banner>
        )}
        {waits && <RuleChangePanel key={view.version} view={view} />}
        <Section title="What it does">
          <Says version={shown} />
          {view.since !== null && (
            <p className="mt-2 text-muted text-sm">
              Version {shown.number}. It bites what was received or first seen since{' '}
              <DateTime at={inSeconds(view.since)} />.
            </p>
          )}
          {inForce !== undefined && newest.number !== inForce.number && (
            <div className="mt-3 border-line border-t pt-3">
              <p className="mb-1 text-muted text-sm">Version {newest.number}, not in force</p>
              <Says version={newest} />
            </div>
          )}
        </Section>
        <RuleTry view={view} subject={newest} />
        <RuleHistory view={view} />
      </PageColumns>
    </>
  );
}

function Says({ version }: { version: RuleVersion }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="break-words text-base">{version.says}</p>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-muted text-sm">
        {version.caveats.map((caveat) => (
          <li key={caveat}>{caveat}</li>
        ))}
      </ul>
    </div>
  );
}
