import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { cx } from '#components/ui/cx.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { Time } from '#components/ui/time.tsx';
import { tAttention } from '#lib/messages/overview.ts';
import type { Severity } from '#lib/reports/model/attention.ts';
import { attentionSeverity } from '#lib/reports/model/attention.ts';
import type { AttentionKind, OverviewView } from '#lib/reports/schema/overview.ts';
import type { Total } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { DayText } from './period-text.tsx';

/** Leads from each kind to the list of exactly the counted rows: those of the days, or all. */
const hrefs: Readonly<Record<AttentionKind, (days: string, dayCount: number) => string>> = {
  'payment-blocked': (days) => `payments?status=BLOCKED&paymentInitiatedAt=${days}`,
  'payment-unprocessable': (days) => `payments?status=UNPROCESSABLE&paymentInitiatedAt=${days}`,
  'payment-overpaid': (days) => `payments?status=OVERPAID&paymentInitiatedAt=${days}`,
  'review-overdue': () => 'reviews?queue=overdue',
  'review-second': () => 'reviews?queue=second',
  'review-open': () => 'reviews?queue=open',
  'deposit-review': () => 'deposits?status=COMPLIANCE_REVIEW',
  'deposit-blocked': (days) => `deposits?status=BLOCKED&depositReceivedAt=${days}`,
  'deposit-unprocessable': (days) => `deposits?status=UNPROCESSABLE&depositReceivedAt=${days}`,
  'deposit-unlisted': () => 'deposits?derived=unlisted',
  'refund-pending': () => 'refunds?status=PENDING',
  'withdrawal-failed': (days) => `withdrawals?status=FAILED&receivedAt=${days}`,
  'withdrawal-blocked': (days) => `withdrawals?status=BLOCKED&receivedAt=${days}`,
  'withdrawal-unexpected': () => 'withdrawals/expected',
  'callback-silence': () => 'connection',
  'callback-overdue': () => 'connection#deliveries',
  'callback-lost': () => 'connection#deliveries',
  'withdrawal-refused': () => 'callbacks/refused',
  contradiction: () => 'connection#contradictions',
  'callback-quarantined': () => 'callbacks?verdict=quarantined',
  'callback-refused': () => 'callbacks/refused',
  'callback-unavailable': (_, dayCount) => `callbacks/refused?days=${dayCount}#unavailable`,
  'callback-misaddressed': (_, dayCount) => `callbacks/refused?days=${dayCount}#misaddressed`,
  'reading-paused': () => 'connection',
  'intent-unknown': () => 'exceptions?state=unknown-outcome',
  'sign-in-guessing': () => 'audit?action=session.ceiling',
  'exception-open': () => 'exceptions?state=under,over,late,mismatch,unmatched,contradicted',
  'audit-unanchored': () => 'audit',
  'clock-skew': () => 'connection',
  'worker-stopped': () => 'status',
};

const tones: Readonly<Record<Severity, string>> = {
  bad: 'text-bad',
  attention: 'text-attention',
  waiting: 'text-ink',
};

/** Shown after the deadline where only some rows are lost by then. */
const overTexts: Partial<Readonly<Record<AttentionKind, string>>> = {
  'callback-silence': tAttention('over.callback-silence'),
  'callback-misaddressed': tAttention('over.callback-misaddressed'),
  'callback-unavailable': tAttention('over.callback-unavailable'),
};

/** Lists what needs a person's attention. Each number links to its rows. Only the server renders it. */
export function AttentionList({
  base,
  view: { attention, query, period, today },
}: {
  base: string;
  view: Pick<OverviewView, 'attention' | 'query' | 'period' | 'today'>;
}) {
  const days = `${period.from}..${today}`;
  return (
    <Section
      title={tAttention('title')}
      actions={
        <span className="text-muted text-xs">
          {tAttention.rich('window', { day: () => <DayText key="day" day={period.from} /> })}
        </span>
      }
      flush
    >
      {attention.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">{tAttention('empty')}</p>
      ) : (
        <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
          {attention.map(
            ({ kind, count, more, until, inferred, eur = null, withoutEur = null, oldest = null }) => {
              const number = <LocaleNumber key="count" value={count} />;
              const deadline = (moment: UnixSeconds) =>
                kind === 'reading-paused' ? (
                  tAttention.rich('retried', { time: () => <Time at={moment} /> })
                ) : (
                  <Countdown until={moment} over={overTexts[kind] ?? tAttention('over.default')} />
                );
              const line = (
                <>
                  <span className={cx('min-w-5 font-semibold tabular-nums', tones[attentionSeverity[kind]])}>
                    {more ? tAttention.rich('atLeast', { count: () => number }) : number}
                  </span>
                  <span className="min-w-0 flex-1">
                    {tAttention(`kinds.${kind}`, { count })}
                    {until !== null && (
                      <span className="text-attention">
                        {tAttention.rich(inferred ? 'deadlineInferred' : 'deadline', {
                          deadline: () => deadline(toUnixSeconds(until)),
                        })}
                      </span>
                    )}
                    <ItemExtent eur={eur} withoutEur={withoutEur ?? 0} oldest={oldest} />
                  </span>
                </>
              );
              return (
                <li key={kind} className="text-sm">
                  <Link
                    href={`${base}/${hrefs[kind](days, query.days + 1)}`}
                    prefetch={false}
                    className="flex min-h-9 items-baseline gap-2.5 px-4 py-1.5 hover:bg-hover"
                  >
                    {line}
                    <ChevronRight aria-hidden className="size-3.5 shrink-0 self-center text-faint" />
                  </Link>
                </li>
              );
            },
          )}
        </ul>
      )}
    </Section>
  );
}

/** The EUR amount of the items, how many have none, and the age of the oldest one. */
function ItemExtent({
  eur,
  withoutEur,
  oldest,
}: {
  eur: Total | null;
  withoutEur: number;
  oldest: Instant | null;
}) {
  if (eur === null && withoutEur === 0 && oldest === null) return null;
  return (
    <span className="flex flex-wrap gap-x-2 text-muted text-xs">
      {eur !== null && <AmountText inLink amount={eur} currency="EUR" />}
      {withoutEur > 0 && (
        <span>{eur === null ? tAttention('noEur') : tAttention('withoutEur', { count: withoutEur })}</span>
      )}
      {oldest !== null && (
        <span>{tAttention.rich('oldest', { time: () => <Time at={toUnixSeconds(oldest)} /> })}</span>
      )}
    </span>
  );
}
