'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { Section } from '#components/shell/section.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Time } from '#components/ui/time.tsx';
import type { AttentionKind, OverviewView } from '#lib/reports/schema/overview.ts';
import { inSeconds } from '#lib/values/instant.ts';

type Where = {
  readonly one: string;
  readonly many: string;
  readonly href: (days: string) => string;
};

/** In words, and the list whose rows are just those that were counted. */
const kinds: Readonly<Record<AttentionKind, Where>> = {
  'payment-blocked': {
    one: 'payment blocked',
    many: 'payments blocked',
    href: (days) => `payments?status=BLOCKED&paymentInitiatedAt=${days}`,
  },
  'payment-unprocessable': {
    one: 'payment unprocessable',
    many: 'payments unprocessable',
    href: (days) => `payments?status=UNPROCESSABLE&paymentInitiatedAt=${days}`,
  },
  'payment-overpaid': {
    one: 'payment overpaid',
    many: 'payments overpaid',
    href: (days) => `payments?status=OVERPAID&paymentInitiatedAt=${days}`,
  },
  'review-overdue': {
    one: 'review case overdue',
    many: 'review cases overdue',
    href: () => 'reviews?queue=overdue',
  },
  'review-second': {
    one: 'decision on a review case waits for a second person',
    many: 'decisions on review cases wait for a second person',
    href: () => 'reviews?queue=second',
  },
  'review-open': { one: 'open review case', many: 'open review cases', href: () => 'reviews?queue=open' },
  'deposit-review': {
    one: 'deposit in compliance review',
    many: 'deposits in compliance review',
    href: () => 'deposits?status=COMPLIANCE_REVIEW',
  },
  'deposit-blocked': {
    one: 'deposit blocked',
    many: 'deposits blocked',
    href: (days) => `deposits?status=BLOCKED&depositReceivedAt=${days}`,
  },
  'deposit-unprocessable': {
    one: 'deposit unprocessable',
    many: 'deposits unprocessable',
    href: (days) => `deposits?status=UNPROCESSABLE&depositReceivedAt=${days}`,
  },
  'deposit-unlisted': {
    one: 'deposit that a callback told of and the record does not list',
    many: 'deposits that callbacks told of and the records do not list',
    href: () => 'deposits?derived=unlisted',
  },
  'refund-pending': { one: 'refund pending', many: 'refunds pending', href: () => 'refunds?status=PENDING' },
  'withdrawal-failed': {
    one: 'withdrawal failed',
    many: 'withdrawals failed',
    href: (days) => `withdrawals?status=FAILED&receivedAt=${days}`,
  },
  'withdrawal-blocked': {
    one: 'withdrawal blocked',
    many: 'withdrawals blocked',
    href: (days) => `withdrawals?status=BLOCKED&receivedAt=${days}`,
  },
  'callback-silence': {
    one: 'payment waits, and no deposit callback came for hours',
    many: 'payments wait, and no deposit callback came for hours',
    href: () => 'connection',
  },
  'callback-overdue': {
    one: 'confirmed deposit without its callback',
    many: 'confirmed deposits without their callbacks',
    href: () => 'connection#deliveries',
  },
  'callback-lost': {
    one: 'confirmed deposit whose callback is sent no more',
    many: 'confirmed deposits whose callbacks are sent no more',
    href: () => 'connection#deliveries',
  },
  'withdrawal-refused': {
    one: 'withdrawal callback refused: it may not come again',
    many: 'withdrawal callbacks refused: they may not come again',
    href: () => 'callbacks/refused',
  },
  contradiction: {
    one: 'record that contradicts itself',
    many: 'records that contradict themselves',
    href: () => 'connection#contradictions',
  },
  'callback-quarantined': {
    one: 'callback in quarantine: kept, but not applied',
    many: 'callbacks in quarantine: kept, but not applied',
    href: () => 'callbacks?verdict=quarantined',
  },
  'callback-refused': {
    one: 'callback refused for its size or encoding',
    many: 'callbacks refused for their size or encoding',
    href: () => 'callbacks/refused',
  },
  'callback-unavailable': {
    one: 'callback asked to come again: we could not keep it',
    many: 'callbacks asked to come again: we could not keep them',
    href: () => 'callbacks/refused#unavailable',
  },
  'callback-misaddressed': {
    one: 'callback refused: wrong address',
    many: 'callbacks refused: wrong address',
    href: () => 'callbacks/refused#misaddressed',
  },
  'reading-paused': {
    one: 'failure of the service: reading of payments is paused',
    many: 'failures of the service in a row: reading of payments is paused',
    href: () => 'connection',
  },
  'intent-unknown': {
    one: 'request whose outcome is unknown',
    many: 'requests whose outcome is unknown',
    href: () => 'exceptions?state=unknown-outcome',
  },
  'sign-in-guessing': {
    one: 'account with many wrong passwords in the last 24 hours',
    many: 'accounts with many wrong passwords in the last 24 hours',
    href: () => 'audit?action=session.ceiling',
  },
  'exception-open': {
    one: 'payment that does not fit, unresolved',
    many: 'payments that do not fit, unresolved',
    href: () => 'exceptions?state=under,over,late,mismatch,unmatched',
  },
  'audit-unanchored': {
    one: 'alarm: the audit log is not anchored',
    many: 'alarms: the audit log is not anchored',
    href: () => 'audit',
  },
};

/** What to say once the time has run out, where not all of them are lost by then. */
const over: Partial<Readonly<Record<AttentionKind, string>>> = {
  'callback-silence': 'the first may be sent no more',
  'callback-misaddressed': 'the first are sent no more',
  'callback-unavailable': 'the first are sent no more',
};

/** What waits for a person; each number leads to its rows. */
export function AttentionList({
  base,
  view: { attention, attentionFrom, today },
}: {
  base: string;
  view: Pick<OverviewView, 'attention' | 'attentionFrom' | 'today'>;
}) {
  const { locale } = useLocaleSettings();
  const days = `${attentionFrom}..${today}`;
  return (
    <Section title="Needs attention" flush>
      {attention.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">Nothing waits for you.</p>
      ) : (
        <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
          {attention.map(({ kind, count, more, until, inferred }) => {
            const { one, many, href } = kinds[kind];
            const line = (
              <>
                <span className="min-w-5 font-semibold tabular-nums">
                  {new Intl.NumberFormat(locale).format(count)}
                  {more && '+'}
                </span>
                <span className="min-w-0">
                  {count === 1 ? one : many}
                  {until !== null && (
                    <span className="text-attention">
                      {', '}
                      {kind === 'reading-paused' ? (
                        <>
                          tried again <Time at={inSeconds(until)} />
                        </>
                      ) : (
                        <Countdown until={inSeconds(until)} over={over[kind] ?? 'sent no more'} />
                      )}
                      {inferred && ' (inferred)'}
                    </span>
                  )}
                </span>
              </>
            );
            return (
              <li key={kind} className="text-sm">
                <Link
                  href={`${base}/${href(days)}`}
                  prefetch={false}
                  className="flex min-h-9 items-center gap-2.5 px-4 py-1.5 hover:bg-hover"
                >
                  {line}
                  <ChevronRight aria-hidden className="-ml-1.5 size-3.5 shrink-0 text-faint" />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
