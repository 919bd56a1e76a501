import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ContradictionView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { Acknowledge } from './acknowledge.tsx';

const words = { payment: 'Payment', deposit: 'Deposit', withdrawal: 'Withdrawal' } as const;

/** Records of which the service told two things that can't both be right; both sides stand on their pages. */
export function Contradictions({
  businessId,
  records,
  mayAcknowledge,
  onAcknowledged,
}: {
  businessId: string;
  records: readonly ContradictionView[];
  mayAcknowledge: boolean;
  onAcknowledged: (records: readonly ContradictionView[]) => void;
}) {
  if (records.length === 0) return null;
  return (
    <div id="contradictions" className="scroll-mt-4">
      <Section title="What we were told does not fit together" count={records.length}>
        <ul className="text-sm">
          {records.map((record) => {
            const { kind, id, fields, changedAt, acknowledged } = record;
            return (
              <li
                key={id}
                className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 last:border-b-0"
              >
                <TextLink href={`/${businessId}/${kind}s/${id}`}>
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
