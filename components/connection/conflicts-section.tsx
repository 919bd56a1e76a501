import { Fragment } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ConflictsView, ConflictView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { AcknowledgeConflict } from './acknowledge-conflict.tsx';

const listPaths = { payment: 'payments', deposit: 'deposits', withdrawal: 'withdrawals' } as const;

/** Lists records with conflicting values. Their pages show both values. */
export function ConflictsSection({
  businessId,
  conflicts: { records, unacknowledged, kindsWithMore },
  mayAcknowledge,
  onAcknowledged,
}: {
  businessId: string;
  conflicts: ConflictsView;
  mayAcknowledge: boolean;
  onAcknowledged: (conflicts: ConflictsView) => void;
}) {
  const { locale } = useLocaleSettings();
  if (records.length === 0) return null;
  const number = new Intl.NumberFormat(locale);
  return (
    <div id="contradictions" className="scroll-mt-4">
      <Section
        title={tConnection('conflicts.title')}
        count={`${number.format(unacknowledged.count)}${unacknowledged.more ? '+' : ''}`}
      >
        <ShownCount businessId={businessId} records={records} kindsWithMore={kindsWithMore} />
        <ul className="text-sm">
          {records.map((record) => {
            const { kind, id, fields, changedAt, acknowledged } = record;
            return (
              <li
                key={id}
                className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-1.5 last:border-b-0"
              >
                <TextLink href={`/${businessId}/${listPaths[kind]}/${id}`}>
                  {tConnection(`conflicts.kinds.${kind}`)}{' '}
                  <code className="text-xs">{shorten(id, 8, 4)}</code>
                </TextLink>
                <code className="wrap-anywhere text-xs">{fields.join(', ')}</code>
                <span className="text-muted text-xs">
                  <Time at={toUnixSeconds(changedAt)} />
                </span>
                <span className="ms-auto">
                  {acknowledged ? (
                    <Badge tone="neutral">{tConnection('conflicts.acknowledged')}</Badge>
                  ) : (
                    mayAcknowledge && (
                      <AcknowledgeConflict businessId={businessId} record={record} onDone={onAcknowledged} />
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

/** Says how many conflicts are listed and links to the full lists, which also have the acknowledged ones. */
function ShownCount({
  businessId,
  records,
  kindsWithMore,
}: {
  businessId: string;
  records: readonly ConflictView[];
  kindsWithMore: ConflictsView['kindsWithMore'];
}) {
  const open = records.filter(({ acknowledged }) => !acknowledged).length;
  const acknowledged = records.length - open;
  const key = open === 0 ? 'acknowledged' : acknowledged === 0 ? 'open' : 'both';
  return (
    <p className="pb-1 text-muted text-sm">
      {tConnection(`conflicts.shown.${key}`, { open: String(open), acknowledged: String(acknowledged) })}{' '}
      {kindsWithMore.length > 0 &&
        tConnection.rich('conflicts.all', {
          links: () => (
            <>
              {kindsWithMore.map((kind) => (
                <Fragment key={kind}>
                  <TextLink href={`/${businessId}/${listPaths[kind]}?derived=conflict`}>
                    {tConnection(`conflicts.lists.${kind}`)}
                  </TextLink>{' '}
                </Fragment>
              ))}
            </>
          ),
        })}
    </p>
  );
}
