'use client';

import { useState } from 'react';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tBacktest } from '#lib/messages/review-rules-page.ts';
import { backtestRuleAction, stopBacktestAction } from '#lib/reviews/rules/actions.ts';
import type {
  BacktestView as Backtest,
  RuleHit,
  RuleVersion,
  RuleView,
} from '#lib/reviews/rules/schema/views.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { BacktestOverlap } from './backtest-overlap.tsx';
import { BacktestWeeks } from './backtest-weeks.tsx';

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const monthMs = 30 * 86_400_000;

/** Runs the newest version over past records and shows the cases that it would have opened. */
export function RuleBacktest({ view, version }: { view: RuleView; version: RuleVersion }) {
  const { businessId, ruleId, backtest } = view;
  const { act, isPending } = useAction({ businessId, kind: 'reviews' });
  const [from, setFrom] = useState(toDay(view.now - monthMs));
  const [until, setUntil] = useState(toDay(view.now));
  const isRunning = backtest?.state === 'running';
  return (
    <Section title={tBacktest('title')}>
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">
          {tBacktest(`intro.${version.subject}`, {
            number: String(version.number),
            zone: view.zone,
          })}
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={tBacktest('from')}
            type="date"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={tBacktest('to')}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <Button
            variant={view.state === 'draft' ? 'primary' : 'secondary'}
            isPending={isPending}
            isDisabled={isRunning || from === '' || until === ''}
            onPress={() =>
              void act(() => backtestRuleAction({ businessId, ruleId, from, until }), {
                failed: tBacktest('notStarted'),
              })
            }
          >
            {tBacktest('run')}
          </Button>
        </div>
        {!view.connected && (
          <Banner tone="attention" title={tBacktest('noSource')}>
            {tBacktest('noSourceNote')}
          </Banner>
        )}
        {backtest !== null && (
          <Result
            view={view}
            tried={backtest}
            onStop={() =>
              void act(() => stopBacktestAction({ businessId, ruleId, runId: backtest.runId }), {
                failed: tBacktest('notStopped'),
                done: tBacktest('stopped'),
              })
            }
          />
        )}
      </div>
    </Section>
  );
}

function Result({ view, tried, onStop }: { view: RuleView; tried: Backtest; onStop: () => void }) {
  const { looked, state } = tried;
  const numberFormat = new Intl.NumberFormat('en');
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <div aria-live="polite">
        {state === 'running' ? (
          <div className="flex items-center gap-3">
            <progress
              aria-label={tBacktest('progress')}
              className="h-1.5 min-w-0 flex-1"
              max={100}
              value={tried.percent}
            />
            <span className="whitespace-nowrap text-muted text-sm tabular-nums">
              {tBacktest('checked', {
                percent: String(tried.percent),
                count: numberFormat.format(looked),
              })}
            </span>
            <Button size="sm" onPress={onStop}>
              {tBacktest('stop')}
            </Button>
          </div>
        ) : (
          <p className="text-base">
            <ResultText tried={tried} />
          </p>
        )}
        <p className="text-muted text-xs">
          {tBacktest.rich('range', {
            from: () => <DateTime at={toUnixSeconds(tried.from)} />,
            until: () => <DateTime at={toUnixSeconds(tried.until)} />,
            person: tried.startedBy.name,
          })}
        </p>
      </div>
      {tried.weeks.length > 0 && <BacktestWeeks weeks={tried.weeks} />}
      {tried.overlap.length > 0 && (
        <BacktestOverlap businessId={view.businessId} overlap={tried.overlap} hits={tried.hits} />
      )}
      {tried.rows.length > 0 && <Hits view={view} tried={tried} />}
    </div>
  );
}

const rateFormat = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const formatRate = (rate: number): string => rateFormat.format(rate);

function ResultText({
  tried: { number, subject, hits, existing, looked, state, daily },
}: {
  tried: Backtest;
}) {
  return (
    <>
      {tBacktest.rich(`result.${subject}`, {
        number: String(number),
        hits,
        records: looked,
        strong: (text) => <strong className="font-semibold">{text}</strong>,
      })}{' '}
      {hits > 0 && tBacktest('existing', { count: existing })}{' '}
      {hits > 0 &&
        daily !== null &&
        tBacktest('daily', { all: formatRate(daily.all), withoutCase: formatRate(daily.withoutCase) })}{' '}
      {(state === 'full' || state === 'stopped') && tBacktest(`end.${state}`)}
    </>
  );
}

function Hits({ view, tried }: { view: RuleView; tried: Backtest }) {
  const base = `/${view.businessId}`;
  const toPageHref = (page: number) => `${base}/reviews/rules/${view.ruleId}?page=${page}`;
  return (
    <div className="min-w-0 rounded-md border border-line">
      <DataTable stacks label={tBacktest('hits.table')} sticky={false} density="compact">
        <thead>
          <tr>
            <HeadCell>{tReviewTerms(`subject.${tried.subject}`)}</HeadCell>
            <HeadCell>{tReviewTerms('case')}</HeadCell>
            <HeadCell numeric>{tBacktest('hits.amount')}</HeadCell>
            <HeadCell numeric>{tBacktest('hits.received')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {tried.rows.map((hit) => (
            <HitLine key={hit.subjectId} base={base} hit={hit} subject={tried.subject} />
          ))}
        </tbody>
      </DataTable>
      {tried.pages > 1 && (
        <PaginationBar
          shown={tBacktest('hits.page', { page: String(tried.page), pages: String(tried.pages) })}
          previousHref={tried.page > 1 ? toPageHref(tried.page - 1) : null}
          nextHref={tried.page < tried.pages ? toPageHref(tried.page + 1) : null}
        />
      )}
    </div>
  );
}

function HitLine({ base, hit, subject }: { base: string; hit: RuleHit; subject: Backtest['subject'] }) {
  return (
    <Row>
      <Cell>
        {/* Prefetching would record a view of risk detail in the audit log. */}
        <TextLink
          prefetch={false}
          href={`${base}/${subject}s/${hit.subjectId}`}
          className="block max-w-48 truncate"
        >
          {ExternalText(hit.reference ?? hit.subjectId.slice(0, 8))}
        </TextLink>
      </Cell>
      <Cell>
        {hit.caseId === null ? (
          <Badge tone="waiting">{tBacktest('hits.isNew')}</Badge>
        ) : (
          <TextLink prefetch={false} href={`${base}/reviews/${hit.caseId}`}>
            {tBacktest('hits.openCase')}
          </TextLink>
        )}
      </Cell>
      <Cell numeric>
        <ProvisionalAmount
          amount={hit.amount}
          provisional={hit.provisional}
          currency={hit.currency}
          unknown={tReviewTerms('amountNotReported')}
        />
      </Cell>
      <Cell numeric className="text-muted">
        <DateTime at={toUnixSeconds(hit.at)} />
      </Cell>
    </Row>
  );
}
