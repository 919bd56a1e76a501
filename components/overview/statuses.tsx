import Link from 'next/link';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { findStatusStyle } from '#components/status/status-table.ts';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { tOverview, tOverviewFigures } from '#lib/messages/overview.ts';
import type { OverviewView, Period, StatusCount } from '#lib/reports/schema/overview.ts';
import { toPaymentsHref } from './list-links.ts';

const barBackground: Readonly<Record<Tone, string>> = {
  neutral: 'bg-line-strong',
  good: 'bg-good-line',
  waiting: 'bg-waiting-line',
  attention: 'bg-attention-line',
  bad: 'bg-bad-line',
};

const sum = (counts: readonly StatusCount[], of: (one: StatusCount) => number) =>
  counts.reduce((total, one) => total + of(one), 0);

/** The payments of the period by status, each with a bar and a link to its rows. Only the server renders it. */
export function PaymentStatuses({ base, view }: { base: string; view: OverviewView }) {
  const { funnel, period, before, today } = view;
  const { statuses, callbackOnly, canBeRead } = funnel;
  const all = sum(statuses, ({ count }) => count);
  const highest = Math.max(1, ...statuses.map(({ count }) => count));
  const shown = statuses.filter((one) => one.count + one.before + one.today > 0);
  const whole = toPaymentsHref(base, period);
  return (
    <Section
      title={tOverview('statuses.title')}
      actions={
        <span className="text-muted text-xs">
          {tOverview(canBeRead ? 'statuses.asReported' : 'statuses.asFirstReported')}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm">
          {tOverview.rich('statuses.summary', {
            current: () => <Count key="current" value={all} href={whole} />,
            muted: (text) => (
              <span key="muted" className="text-muted">
                {text}
              </span>
            ),
            before: () => <Figure key="before" value={sum(statuses, (one) => one.before)} />,
            today: () => (
              <Count
                key="today"
                value={sum(statuses, (one) => one.today)}
                href={toPaymentsHref(base, { from: today, to: today })}
              />
            ),
          })}
        </p>
        {shown.length > 0 && (
          <ol
            aria-label={tOverview('statuses.title')}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            {shown.map((one) => (
              <Bar key={one.status ?? ''} base={base} period={period} one={one} highest={highest} />
            ))}
          </ol>
        )}
        {callbackOnly.count > 0 && (
          <p className="text-muted text-xs">
            {tOverview.rich('statuses.callbackOnly', {
              count: callbackOnly.count,
              number: () => <CallbackOnlyCount key="number" {...callbackOnly} />,
              link: (text) => (
                <TextLink
                  key="link"
                  href={`${base}/payments?derived=callback-only&firstObservedAt=${period.from}..${today}`}
                  prefetch={false}
                >
                  {text}
                </TextLink>
              ),
            })}
          </p>
        )}
        <Disclosure title={tOverview('viewAsTable')}>
          <DataTable label={tOverview('statuses.table')} sticky={false} density="compact" stacks="flow">
            <thead>
              <tr>
                <HeadCell>{tOverview('statuses.columns.status')}</HeadCell>
                <HeadCell numeric>{tOverview('statuses.columns.payments')}</HeadCell>
                <HeadCell numeric>{tOverview('before')}</HeadCell>
                <HeadCell numeric>{tOverviewFigures('today')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {statuses.map((one) => (
                <tr key={one.status ?? ''}>
                  <Cell>
                    <Status kind="payment" value={one.status} />
                  </Cell>
                  <Cell numeric>
                    <StatusCountLink base={base} period={period} status={one.status} value={one.count} />
                  </Cell>
                  <Cell numeric className="text-muted">
                    <StatusCountLink base={base} period={before} status={one.status} value={one.before} />
                  </Cell>
                  <Cell numeric>
                    <StatusCountLink
                      base={base}
                      period={{ from: today, to: today }}
                      status={one.status}
                      value={one.today}
                    />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </Disclosure>
      </div>
    </Section>
  );
}

/** A count with a link to its rows. Without rows or a status there is no link. */
function StatusCountLink({
  base,
  period,
  status,
  value,
}: {
  base: string;
  period: Period;
  status: string | null;
  value: number;
}) {
  if (status === null || value === 0) return <Figure value={value} />;
  return <Count value={value} href={toPaymentsHref(base, period, status)} />;
}

function Bar({
  base,
  period,
  one,
  highest,
}: {
  base: string;
  period: Period;
  one: StatusCount;
  highest: number;
}) {
  const { status, count, before, today } = one;
  const style = findStatusStyle('payment', status ?? tOverview('statuses.unknown'));
  const body = (
    <>
      <span className="truncate text-sm sm:max-w-32">
        {status === null ? tOverview('statuses.notReported') : style.label}
      </span>
      <span className="flex h-5 max-sm:order-last max-sm:col-span-full max-sm:h-1.5">
        <span
          data-bar
          className={cx('rounded-xs', barBackground[style.tone])}
          style={{ width: count === 0 ? 0 : `max(2px, ${Math.round((1_000 * count) / highest) / 10}%)` }}
        />
      </span>
      <span className="text-muted text-xs tabular-nums max-sm:text-end sm:whitespace-nowrap">
        {tOverview.rich('statuses.bar', {
          count: () => (
            <span key="count" className="font-medium text-ink text-sm">
              <Figure value={count} />
            </span>
          ),
          spoken: (text) => (
            <span key="spoken" className="sr-only">
              {text}
            </span>
          ),
          visible: (text) => (
            <span key="visible" aria-hidden>
              {text}
            </span>
          ),
          before: () => <Figure key="before" value={before} />,
        })}
        {today > 0 &&
          tOverview.rich('statuses.barToday', { count: () => <Figure key="today" value={today} /> })}
      </span>
    </>
  );
  // All bars share one scale and therefore one column.
  const row =
    'col-span-full grid min-h-7 grid-cols-subgrid items-center rounded-sm px-1 max-sm:gap-y-1 max-sm:py-1';
  return (
    <li className="col-span-full grid grid-cols-subgrid">
      {status === null || count === 0 ? (
        <div className={row}>{body}</div>
      ) : (
        <Link
          href={toPaymentsHref(base, period, status)}
          prefetch={false}
          className={cx(row, 'hover:bg-hover')}
        >
          {body}
        </Link>
      )}
    </li>
  );
}

/** The number of payments without a status. Counting stops at a limit. */
function CallbackOnlyCount({ count, more }: ListCount) {
  const number = <LocaleNumber key="count" value={count} />;
  return more ? tOverview.rich('statuses.atLeast', { count: () => number }) : number;
}

function Count({ value, href }: { value: number; href: string }) {
  return (
    <TextLink href={href} prefetch={false} className="font-medium">
      <Figure value={value} />
    </TextLink>
  );
}

/** A count, formatted for the locale. */
function Figure({ value }: { value: number }) {
  return (
    <data value={value}>
      <LocaleNumber value={value} />
    </data>
  );
}
