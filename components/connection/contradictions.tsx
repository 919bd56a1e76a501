import { Fragment } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ContradictionsView, ContradictionView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { Acknowledge } from './acknowledge.tsx';

const words = { payment: 'Payment', deposit: 'Deposit', withdrawal: 'Withdrawal' } as const;
const lists = { payment: 'payments', deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** Records of which the service told two things that can't both be right; both sides stand on their pages. */
export function Contradictions({
  businessId,
  contradictions: { records, unseen, more },
  mayAcknowledge,
  onAcknowledged,
}: {
  businessId: string;
  contradictions: ContradictionsView;
  mayAcknowledge: boolean;
  onAcknowledged: (all: ContradictionsView) => void;
}) {
  const { locale } = useLocaleSettings();
  if (records.length === 0) return null;
  const number = new Intl.NumberFormat(locale);
  return (
    <div id="contradictions" className="scroll-mt-4">
      <Section
        title="What we were told does not fit together"
        count={`${number.format(unseen.count)}${unseen.more ? '+' : ''}`}
      >
        <Shown businessId={businessId} records={records} more={more} />
        <ul className="text-sm">
          {records.map((record) => {
            const { kind, id, fields, changedAt, acknowledged } = record;
            return (
              <li
                key={id}
                className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 last:border-b-0"
              >
                <TextLink href={`/${businessId}/${lists[kind]}/${id}`}>
                  {words[kind]} <code className="text-xs">{shorten(id, 8, 4)}</code>
                </TextLink>
                <code className="wrap-anywhere text-xs">{fields.join(', ')}</code>
                <span className="text-muted text-xs">
                  <Time at={inSeconds(changedAt)} />
                </span>
                <span className="ml-auto">
                  {acknowledged ? (
                    <Badge tone="neutral">Acknowledged</Badge>
                  ) : (
                    mayAcknowledge && (
                      <Acknowledge businessId={businessId} record={record} onDone={onAcknowledged} />
                    )
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      </Section>
    </div>
  );
}

/** How many of them stand here, and the way to the others: a list has those that somebody acknowledged too. */
function Shown({
  businessId,
  records,
  more,
}: {
  businessId: string;
  records: readonly ContradictionView[];
  more: ContradictionsView['more'];
}) {
  const open = records.filter(({ acknowledged }) => !acknowledged).length;
  const seen = records.length - open;
  const parts = [
    ...(open > 0 ? [`${open} that nobody has acknowledged`] : []),
    ...(seen > 0 ? [`${seen} acknowledged`] : []),
  ];
  return (
    <p className="pb-1 text-muted text-sm">
      Shown here: {parts.join(' and ')}.
      {more.length > 0 && (
        <>
          {' All, acknowledged or not:'}
          {more.map((kind) => (
            <Fragment key={kind}>
              {' '}
              <TextLink href={`/${businessId}/${lists[kind]}?derived=conflict`}>{lists[kind]}</TextLink>
            </Fragment>
          ))}
        </>
      )}
    </p>
  );
}
