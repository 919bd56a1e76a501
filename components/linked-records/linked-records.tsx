import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tRelatedRecords } from '#lib/messages/search.ts';
import type {
  LinkedRecord,
  LinkedRecordGroup,
  LinkedRecordKind,
  LinkedRecords,
} from '#lib/reports/schema/linked-records.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const paths: Readonly<Record<LinkedRecordKind, string>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};
const findTitle = ({ relation, kind }: LinkedRecordGroup): string =>
  tRelatedRecords(`groups.${relation}.${kind}`);

/**
 * A few records of each kind that share a reference, an address or a transaction, with links to all. Nothing if a
 * complete comparison found none.
 */
export function LinkedRecordsSection({
  businessId,
  linkedRecords,
}: {
  businessId: string;
  linkedRecords: LinkedRecords;
}) {
  const { groups, needsTag, compared } = linkedRecords;
  if (groups.length === 0 && compared === null && !needsTag) return null;
  return (
    <Section title={tRelatedRecords('title')}>
      <div className="flex flex-col gap-4">
        {groups.length === 0 && <p className="text-muted text-sm">{tRelatedRecords('noneFound')}</p>}
        {groups.map((group) => (
          <Group
            key={`${group.relation} ${group.kind} ${group.address}`}
            businessId={businessId}
            group={group}
          />
        ))}
        {compared !== null && (
          <p className="text-muted text-xs">{tRelatedRecords('compared', { count: compared })}</p>
        )}
        {needsTag && <p className="text-muted text-xs">{tRelatedRecords('needsTag')}</p>}
      </div>
    </Section>
  );
}

function Group({ businessId, group }: { businessId: string; group: LinkedRecordGroup }) {
  const { kind, rows, more, atLeast, relation, listed } = group;
  const renderCount = (count: number, isAtLeast: boolean) => () =>
    isAtLeast ? (
      tRelatedRecords.rich('atLeast', { count: () => <LocaleNumber value={count} /> })
    ) : (
      <LocaleNumber value={count} />
    );
  const title = findTitle(group);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col">
      <h3
        aria-description={relation === 'sender' ? tRelatedRecords('senderHint') : undefined}
        className="pb-1 font-medium text-muted text-xs"
      >
        {title}
      </h3>
      <ul className="flex flex-col">
        {rows.map((row) => (
          <Line key={row.id} businessId={businessId} kind={kind} row={row} />
        ))}
      </ul>
      {more > 0 && (
        <TextLink
          href={`/${businessId}/${paths[kind]}?${group.address}`}
          prefetch={false}
          className="w-fit pt-1 text-sm"
        >
          {listed === null
            ? tRelatedRecords.rich('more', { count: renderCount(more, atLeast) })
            : tRelatedRecords.rich('moreOfAll', {
                count: renderCount(more, atLeast),
                all: renderCount(listed.count, listed.more),
              })}
        </TextLink>
      )}
    </section>
  );
}

function Line({ businessId, kind, row }: { businessId: string; kind: LinkedRecordKind; row: LinkedRecord }) {
  const { id, reference, status, amount, provisional, currency, at } = row;
  const hasReference = reference !== null && reference !== '';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-line border-b py-1.5 text-sm last:border-b-0 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_6rem] print:grid-cols-[minmax(0,1fr)_8rem_8rem_15rem]">
      <TextLink
        href={`/${businessId}/${paths[kind]}/${id}`}
        prefetch={false}
        data-whole={hasReference ? undefined : id}
        className={hasReference ? '[overflow-wrap:anywhere]' : 'font-mono text-xs'}
      >
        {hasReference ? ExternalText(reference) : shorten(id)}
      </TextLink>
      <span className="max-sm:order-3">
        <Status kind={kind} value={status} />
      </span>
      <span className="text-end">
        <ProvisionalAmount
          amount={amount}
          provisional={provisional}
          currency={currency}
          unknown={tControls('notReported')}
        />
      </span>
      <span className="text-end text-muted text-xs max-sm:order-4">
        <Time at={toUnixSeconds(at)} />
      </span>
    </li>
  );
}
