'use client';

import { useState } from 'react';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { stopTryAction, tryRuleAction } from '#lib/reviews/rules/actions.ts';
import type { RuleHit, RuleVersion, RuleView, RuleTry as Tried } from '#lib/reviews/rules/schema/views.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { TryWeeks } from './try-weeks.tsx';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const monthMs = 30 * 86_400_000;

/** Tries the newest version against the past: how many cases it would have opened, which, and when. */
export function RuleTry({ view, subject }: { view: RuleView; subject: RuleVersion }) {
  const { businessId, ruleId, tried } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const [from, setFrom] = useState(dayOf(view.now - monthMs));
  const [until, setUntil] = useState(dayOf(view.now));
  const isRunning = tried?.state === 'running';
  return (
    <Section title="Try it against the past">
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">
          Looks at every {subject.subject} of the days chosen as version {subject.number} would have, and
          opens no case. Days are those of {view.zone}.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="From"
            type="date"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="To"
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <Button
            variant={view.state === 'draft' ? 'primary' : 'secondary'}
            isPending={isPending}
            isDisabled={isRunning || from === '' || until === ''}
            onPress={() =>
              void act(() => tryRuleAction({ businessId, ruleId, from, until }), { failed: 'Not tried' })
            }
          >
            Try it
          </Button>
        </div>
        {!view.connected && (
          <Banner tone="attention" title="No source of risk data is connected">
            Payments can’t be read from the service, so EUR amounts and assessments do not arrive, and sums
            have nothing to add.
          </Banner>
        )}
        {tried !== null && (
          <Result
            view={view}
            tried={tried}
            onStop={() =>
              void act(() => stopTryAction({ businessId, ruleId, runId: tried.runId }), {
                failed: 'Not stopped',
                done: 'Stopped',
              })
            }
          />
        )}
      </div>
    </Section>
  );
}

const endWords: Readonly<Record<Exclude<Tried['state'], 'running'>, string>> = {
  done: '',
  full: ' It stopped there: nobody works through so many. Make the rule narrower.',
  stopped: ' It was stopped before its end.',
};

function Result({ view, tried, onStop }: { view: RuleView; tried: Tried; onStop: () => void }) {
  const { hits, existing, looked, state } = tried;
  const number = new Intl.NumberFormat('en');
  const noun = tried.subject;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <div aria-live="polite">
        {state === 'running' ? (
          <div className="flex items-center gap-3">
            <progress
              aria-label="Progress of the try-out"
              className="h-1.5 min-w-0 flex-1 accent-accent"
              max={100}
              value={tried.percent}
            />
            <span className="whitespace-nowrap text-muted text-sm tabular-nums">
              {tried.percent} % · {number.format(looked)} looked at
            </span>
            <Button size="sm" onPress={onStop}>
              Stop
            </Button>
          </div>
        ) : (
          <p className="text-base">
            Version {tried.number} would have opened{' '}
            <strong className="font-semibold">
              {number.format(hits)} {hits === 1 ? 'case' : 'cases'}
            </strong>{' '}
            among {number.format(looked)} {looked === 1 ? noun : `${noun}s`}
            {hits > 0 && <>, {existing === 0 ? 'none' : number.format(existing)} of which exist already</>}.
            {endWords[state]}
          </p>
        )}
        <p className="text-muted text-xs">
          <DateTime at={inSeconds(tried.from)} /> to <DateTime at={inSeconds(tried.until)} />, tried by{' '}
          {tried.startedBy.name}
        </p>
      </div>
      {tried.weeks.length > 0 && <TryWeeks weeks={tried.weeks} />}
      {tried.rows.length > 0 && <Hits view={view} tried={tried} />}
    </div>
  );
}

function Hits({ view, tried }: { view: RuleView; tried: Tried }) {
  const base = `/${view.businessId}`;
  const pageHref = (page: number) => `${base}/reviews/rules/${view.ruleId}?page=${page}`;
  return (
    <div className="min-w-0 rounded-md border border-line">
      <DataTable label="What it would have opened a case for" sticky={false} density="compact">
        <thead>
          <tr>
            <HeadCell>{tried.subject === 'deposit' ? 'Deposit' : 'Withdrawal'}</HeadCell>
            <HeadCell>Case</HeadCell>
            <HeadCell numeric>Amount</HeadCell>
            <HeadCell numeric>Received</HeadCell>
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
          shown={`Page ${tried.page} of ${tried.pages}`}
          previousHref={tried.page > 1 ? pageHref(tried.page - 1) : null}
          nextHref={tried.page < tried.pages ? pageHref(tried.page + 1) : null}
        />
      )}
    </div>
  );
}

function HitLine({ base, hit, subject }: { base: string; hit: RuleHit; subject: Tried['subject'] }) {
  return (
    <Row>
      <Cell>
        {/* To fetch it ahead would be a view of its risk detail. */}
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
          <Badge tone="waiting">New</Badge>
        ) : (
          <TextLink prefetch={false} href={`${base}/reviews/${hit.caseId}`}>
            Exists already
          </TextLink>
        )}
      </Cell>
      <Cell numeric>
        <ProvisionalAmount
          amount={hit.amount}
          provisional={hit.provisional}
          currency={hit.currency}
          unknown="The amount was not told"
        />
      </Cell>
      <Cell numeric className="text-muted">
        <DateTime at={inSeconds(hit.at)} />
      </Cell>
    </Row>
  );
}
