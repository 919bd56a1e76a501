'use client';

import { ArrowDownToLine, Copy, FileInput, Reply, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { sentence } from '#lib/lists/model/choice-filter.ts';
import type { TimelineEntry } from '#lib/reports/schema/timeline.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { RawDisclosure } from './raw-disclosure.tsx';

const verdicts: Readonly<Record<string, { word: string; tone: 'neutral' | 'good' | 'attention' }>> = {
  applied: { word: 'Applied', tone: 'good' },
  'new-version': { word: 'New version', tone: 'attention' },
  quarantined: { word: 'In quarantine', tone: 'attention' },
  rejected: { word: 'Rejected', tone: 'neutral' },
  stored: { word: 'Stored', tone: 'neutral' },
};

const answers = {
  create: 'The service answered the create request',
  read: 'Read from the service',
  import: 'Imported',
} as const;

const callbacks: Readonly<Record<string, string>> = {
  'deposit-received': 'Callback: deposit received',
  withdrawal: 'Callback: withdrawal',
  'deposit-exchanged': 'Callback: deposit exchanged',
};

function titleOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'attempt':
      return `Asked the service to create it${entry.person ? `, by ${entry.person}` : ''}`;
    case 'other-payment':
      return entry.confirmed
        ? 'The same request also made another payment'
        : 'Another payment was also seen under this client payment ID';
    case 'answer':
      return `${answers[entry.source]}${entry.person ? ` by ${entry.person}` : ''}${entry.fileName ? ` (${entry.fileName})` : ''}`;
    case 'callback':
      return callbacks[entry.name] ?? `Callback: ${entry.name}`;
  }
}

const icons: Record<TimelineEntry['kind'] | 'import', ReactNode> = {
  attempt: <Send aria-hidden />,
  'other-payment': <Copy aria-hidden />,
  answer: <Reply aria-hidden />,
  import: <FileInput aria-hidden />,
  callback: <ArrowDownToLine aria-hidden />,
};

/** Everything observed of an object, newest first, each with what was received. */
export function Timeline({
  businessId,
  entries,
  labels = {},
}: {
  businessId: string;
  entries: readonly TimelineEntry[];
  /** By the id of an entry: whose it is, where the entries are of several things. */
  labels?: Readonly<Record<string, string>>;
}) {
  if (entries.length === 0)
    return <p className="text-muted text-sm">Nothing that was received is kept for this.</p>;
  return (
    <ol className="flex flex-col">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 border-line border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0"
        >
          <span className="pt-0.5 text-faint [&_svg]:size-4">
            {icons[entry.kind === 'answer' && entry.source === 'import' ? 'import' : entry.kind]}
          </span>
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="font-medium text-sm">
                {entry.kind === 'callback' ? (
                  <TextLink
                    href={`/${businessId}/callbacks/${entry.id.replace('callback-', '')}`}
                    prefetch={false}
                  >
                    {titleOf(entry)}
                  </TextLink>
                ) : (
                  titleOf(entry)
                )}
              </span>
              <Mark entry={entry} />
              {labels[entry.id] !== undefined && (
                <span className="text-muted text-xs">{labels[entry.id]}</span>
              )}
              <span className="ml-auto text-muted text-xs">
                <DateTime at={inSeconds(entry.at)} />
              </span>
            </div>
            <Detail businessId={businessId} entry={entry} />
            {entry.kind !== 'attempt' && entry.kind !== 'other-payment' && (
              <RawDisclosure businessId={businessId} observation={entry.raw} />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ entry }: { entry: TimelineEntry }) {
  if (entry.kind === 'attempt')
    return (
      <Badge tone={entry.outcome === 'CREATED' ? 'good' : 'neutral'}>
        {entry.outcome === null ? 'No answer kept' : sentence(entry.outcome)}
      </Badge>
    );
  if (entry.kind === 'answer' || entry.kind === 'other-payment') return null;
  const verdict = verdicts[entry.verdict];
  return <Badge tone={verdict?.tone ?? 'neutral'}>{verdict?.word ?? entry.verdict}</Badge>;
}

function Detail({ businessId, entry }: { businessId: string; entry: TimelineEntry }) {
  if (entry.kind === 'other-payment')
    return (
      <p className="text-xs wrap-anywhere">
        <TextLink href={`/${businessId}/payments/${entry.paymentId}`}>{entry.paymentId}</TextLink>
      </p>
    );
  if (entry.kind === 'attempt') {
    const parts = [entry.httpStatus === null ? null : `HTTP ${entry.httpStatus}`, entry.message];
    const text = parts.filter((part) => part !== null).join(' · ');
    return text === '' ? null : <p className="break-words text-muted text-xs">{text}</p>;
  }
  const flaws = entry.kind === 'answer' ? entry.flaws : entry.reasons;
  return (
    <>
      {entry.repeats > 1 && (
        <p className="text-muted text-xs">
          The same content {entry.repeats} times, last <Time at={inSeconds(entry.lastAt)} />
        </p>
      )}
      {flaws.length > 0 && (
        <ul className="mt-1 flex flex-col gap-0.5 text-attention text-xs">
          {flaws.slice(0, 20).map((flaw) => (
            <li key={`${flaw.path} ${flaw.problem}`} className="break-words">
              {flaw.path !== '' && <code>{flaw.path}</code>} {flaw.problem}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
