'use client';

import Link from 'next/link';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { statusLook } from '#components/status/status-table.ts';
import { cx } from '#components/ui/cx.ts';
import { Cell, DataTable, HeadCell } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import type { Tone } from '#components/ui/tone.ts';
import type { OverviewView, Period, StatusCount } from '#lib/reports/schema/overview.ts';
import { toPaymentsHref } from './rows-of.ts';

const barGround: Readonly<Record<Tone, string>> = {
  neutral: 'bg-line-strong',
  good: 'bg-good-line',
  waiting: 'bg-waiting-line',
  attention: 'bg-attention-line',
  bad: 'bg-bad-line',
};

const sum = (counts: readonly StatusCount[], of: (one: StatusCount) => number) =>
  counts.reduce((total, one) => total + of(one), 0);

/** What became of the payments of the period: each status with its bar and its rows, and what is not known of them. */
export function PaymentStatuses({ base, view }: { base: string; view: OverviewView }) {
  const { funnel, asked, period, before, today } = view;
  const { statuses, callbackOnly, canBeRead } = funnel;
  const all = sum(statuses, ({ count }) => count);
  const highest = Math.max(1, ...statuses.map(({ count }) => count));
  const shown = statuses.filter((one) => one.count + one.before + one.today > 0);
  const whole = toPaymentsHref(base, period);
  return (
    <Section
      title="Payments by status"
      actions={
        <span className="text-muted text-xs">
          {canBeRead ? 'As last told by the service' : 'As first told: payments are not read here'}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm">
          <Count value={all} href={whole} /> initiated in the {asked.days} days to yesterday
          <span className="text-muted">
            , <Figure value={sum(statuses, (one) => one.before)} /> in the {asked.days} days before
          </span>
          ,{' '}
          <Count
            value={sum(statuses, (one) => one.today)}
            href={toPaymentsHref(base, { from: today, to: today })}
          />{' '}
          today so far
        </p>
        {shown.length > 0 && (
          <ol
            aria-label="Payments by status"
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            {shown.map((one) => (
              <Bar key={one.status ?? ''} base={base} period={period} one={one} highest={highest} />
            ))}
          </ol>
        )}
        {callbackOnly.count > 0 && (
          <p className="text-muted text-xs">
            Of{' '}
            <TextLink
              href={`${base}/payments?derived=callback-only&firstObservedAt=${period.from}..${today}`}
              prefetch={false}
            >
              <Figure value={callbackOnly.count} />
              {callbackOnly.more && '+'} {callbackOnly.count === 1 ? 'payment' : 'payments'}
            </TextLink>{' '}
            first seen in these days or today the service has told no record; callbacks tell no status.
          </p>
        )}
        <Disclosure title="View as table">
          <DataTable label="Payments by status, as a table" sticky={false} density="compact">
            <thead>
              <tr>
                <HeadCell>Status</HeadCell>
                <HeadCell numeric>Payments</HeadCell>
                <HeadCell numeric>{asked.days} days before</HeadCell>
                <HeadCell numeric>Today so far</HeadCell>
              </tr>
            </thead>
            <tbody>
              {statuses.map((one) => (
                <tr key={one.status ?? ''}>
                  <Cell>
                    <Status kind="payment" value={one.status} unknown="Its status was never told." />
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

/** Of a number that leads to its rows; what has no rows, or no filter that finds them, leads nowhere. */
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
  const look = statusLook('payment', status ?? 'Unknown');
  const body = (
    <>
      <span className="truncate text-sm sm:max-w-32">{status === null ? 'Never told' : look.label}</span>
      <span className="flex h-5 max-sm:order-last max-sm:col-span-full max-sm:h-1.5">
        <span
          data-bar
          className={cx('rounded-xs', barGround[look.tone])}
          style={{ width: count === 0 ? 0 : `max(2px, ${Math.round((1_000 * count) / highest) / 10}%)` }}
        />
      </span>
      <span className="text-muted text-xs tabular-nums max-sm:text-right sm:whitespace-nowrap">
        <span className="font-medium text-ink text-sm">
          <Figure value={count} />
        </span>
        <span className="sr-only">, before</span>
        <span aria-hidden> was</span> <Figure value={before} />
        {today > 0 && (
          <>
            , <Figure value={today} /> today
          </>
        )}
      </span>
    </>
  );
  // All bars are drawn on one scale, so they share one column, whatever stands beside them.
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

function Count({ value, href }: { value: number; href: string }) {
  return (
    <TextLink href={href} prefetch={false} className="font-medium">
      <Figure value={value} />
    </TextLink>
  );
}

/** A count in the reader's own way of writing numbers. */
function Figure({ value }: { value: number }) {
  const { locale } = useLocaleSettings();
  return <data value={value}>{new Intl.NumberFormat(locale).format(value)}</data>;
}
