import { ArrowDownToLine, Copy, FileInput, ListChecks, Reply, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { formatEnumValue } from '#lib/lists/model/choice-filter.ts';
import { tResolutionReasons } from '#lib/messages/exceptions.ts';
import { tTimeline } from '#lib/messages/timeline.ts';
import type { TimelineEntry } from '#lib/reports/schema/timeline.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { RawDisclosure } from './raw-disclosure.tsx';

const verdictTones: Readonly<Record<string, 'neutral' | 'good' | 'attention'>> = {
  applied: 'good',
  'new-version': 'attention',
  quarantined: 'attention',
};

const verdictLabels: Readonly<Record<string, string>> = {
  applied: tTimeline('verdict.applied'),
  'new-version': tTimeline('verdict.new-version'),
  quarantined: tTimeline('verdict.quarantined'),
  rejected: tTimeline('verdict.rejected'),
  stored: tTimeline('verdict.stored'),
  expired: tTimeline('verdict.expired'),
};

const callbackTitles: Readonly<Record<string, string>> = {
  'deposit-received': tTimeline('callback.deposit-received'),
  withdrawal: tTimeline('callback.withdrawal'),
  'deposit-exchanged': tTimeline('callback.deposit-exchanged'),
};

function answerTitle({ source, person, fileName }: Extract<TimelineEntry, { kind: 'answer' }>): string {
  const answer = tTimeline(`answer.${source}`);
  if (person && fileName) return tTimeline('answerWith.personAndFile', { answer, person, file: fileName });
  if (person) return tTimeline('answerWith.person', { answer, person });
  return fileName ? tTimeline('answerWith.file', { answer, file: fileName }) : answer;
}

function exceptionTitle({
  person,
  owner,
  change,
}: Extract<TimelineEntry, { kind: 'exception-work' }>): string {
  return tTimeline(`exception.${change}`, {
    person: person ?? tTimeline('formerColleague'),
    owner: owner ?? tTimeline('formerColleague'),
  });
}

function entryTitle(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'attempt':
      return entry.person ? tTimeline('attemptBy', { person: entry.person }) : tTimeline('attempt');
    case 'exception-work':
      return exceptionTitle(entry);
    case 'other-payment':
      return tTimeline(entry.confirmed ? 'otherPayment.confirmed' : 'otherPayment.unconfirmed');
    case 'answer':
      return answerTitle(entry);
    case 'callback':
      return callbackTitles[entry.name] ?? tTimeline('callback.other', { name: entry.name });
  }
}

const icons: Record<TimelineEntry['kind'] | 'import', ReactNode> = {
  attempt: <Send aria-hidden />,
  'other-payment': <Copy aria-hidden />,
  'exception-work': <ListChecks aria-hidden />,
  answer: <Reply aria-hidden />,
  import: <FileInput aria-hidden />,
  callback: <ArrowDownToLine aria-hidden />,
};

/** Lists observations, newest first, each with its received message. */
export function Timeline({
  businessId,
  entries,
  labels = {},
}: {
  businessId: string;
  entries: readonly TimelineEntry[];
  /** Label of each entry by its id, where entries belong to several records. */
  labels?: Readonly<Record<string, string>>;
}) {
  if (entries.length === 0) return <p className="text-muted text-sm">{tTimeline('empty')}</p>;
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
                    {entryTitle(entry)}
                  </TextLink>
                ) : (
                  entryTitle(entry)
                )}
              </span>
              <Mark entry={entry} />
              {labels[entry.id] !== undefined && (
                <span className="text-muted text-xs">{labels[entry.id]}</span>
              )}
              <span className="ms-auto text-muted text-xs">
                <DateTime at={toUnixSeconds(entry.at)} />
              </span>
            </div>
            <Detail businessId={businessId} entry={entry} />
            {(entry.kind === 'answer' || entry.kind === 'callback') && (
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
        {entry.outcome === null ? tTimeline('noAnswer') : formatEnumValue(entry.outcome)}
      </Badge>
    );
  if (entry.kind !== 'callback') return null;
  return (
    <Badge tone={verdictTones[entry.verdict] ?? 'neutral'}>
      {verdictLabels[entry.verdict] ?? entry.verdict}
    </Badge>
  );
}

function Detail({ businessId, entry }: { businessId: string; entry: TimelineEntry }) {
  if (entry.kind === 'other-payment')
    return (
      <p className="text-xs wrap-anywhere">
        <TextLink href={`/${businessId}/payments/${entry.paymentId}`}>{entry.paymentId}</TextLink>
      </p>
    );
  if (entry.kind === 'exception-work')
    return (
      <>
        {entry.reason !== null && <p className="text-xs">{tResolutionReasons(`reasons.${entry.reason}`)}</p>}
        {entry.note !== '' && (
          <p className="whitespace-pre-wrap text-muted text-xs wrap-anywhere">{entry.note}</p>
        )}
      </>
    );
  if (entry.kind === 'attempt') {
    const parts = [
      entry.httpStatus === null ? null : tTimeline('httpStatus', { status: String(entry.httpStatus) }),
      entry.message,
    ];
    const text = parts.filter((part) => part !== null).join(' · ');
    return text === '' ? null : <p className="break-words text-muted text-xs">{text}</p>;
  }
  const flaws = entry.kind === 'answer' ? entry.flaws : entry.reasons;
  return (
    <>
      {entry.repeats > 1 && (
        <p className="text-muted text-xs">
          {tTimeline.rich('repeats', {
            count: entry.repeats,
            time: () => <Time at={toUnixSeconds(entry.lastAt)} />,
          })}
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
