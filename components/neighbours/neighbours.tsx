'use client';

import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { ExternalText } from '#components/ui/as-told.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Neighbour, NeighbourGroup, NeighbourKind, Neighbours } from '#lib/reports/schema/neighbours.ts';
import { inSeconds } from '#lib/values/instant.ts';

const paths: Readonly<Record<NeighbourKind, string>> = {
  payment: 'payments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
};
const words: Readonly<Record<NeighbourKind, string>> = {
  payment: 'Payments',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
};

function titleOf({ relation, kind }: NeighbourGroup): string {
  switch (relation) {
    case 'reference':
      return `${words[kind]} with the same client ID`;
    case 'address':
      return `${words[kind]} to the same address`;
    case 'sender':
      return kind === 'withdrawal' ? 'Withdrawals to its sender' : `${words[kind]} from the same address`;
    case 'destination':
      return kind === 'deposit' ? 'Deposits from that address' : `${words[kind]} to the same address`;
    case 'transaction':
      return `${words[kind]} of the same transaction`;
    case 'refund':
      return `${words[kind]} of its refund’s transaction`;
  }
}

/** Records that share a reference, an address or a transaction with this one: a few of each, and the way to all. */
export function NeighboursSection({
  businessId,
  neighbours,
}: {
  businessId: string;
  neighbours: Neighbours;
}) {
  const { groups, needsTag, compared } = neighbours;
  return (
    <Section title="Related records">
      <div className="flex flex-col gap-4">
        {groups.length === 0 && (
          <p className="text-muted text-sm">
            {compared === null
              ? 'No other record shares its reference, address or transaction.'
              : 'No other record was found that shares its reference, address or transaction.'}
          </p>
        )}
        {groups.map((group) => (
          <Group
            key={`${group.relation} ${group.kind} ${group.address}`}
            businessId={businessId}
            group={group}
          />
        ))}
        {compared !== null && (
          <p className="text-muted text-xs">Only its newest {compared} deposits were compared.</p>
        )}
        {needsTag && (
          <p className="text-muted text-xs">
            Its address is not compared: on its network many payers share one, and no tag is known that tells
            them apart.
          </p>
        )}
      </div>
    </Section>
  );
}

function Group({ businessId, group }: { businessId: string; group: NeighbourGroup }) {
  const { kind, rows, more, atLeast, relation, listed } = group;
  const number = new Intl.NumberFormat(useLocaleSettings().locale);
  const title = titleOf(group);
  return (
    <section aria-label={title} className="flex min-w-0 flex-col">
      <h3
        title={relation === 'sender' ? 'An exchange may send for many of its customers from one' : undefined}
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
          {`${number.format(more)}${atLeast ? '+' : ''} more`}
          {listed !== null && `, ${number.format(listed.count)}${listed.more ? '+' : ''} in all`}
        </TextLink>
      )}
    </section>
  );
}

function Line({ businessId, kind, row }: { businessId: string; kind: NeighbourKind; row: Neighbour }) {
  const { id, reference, status, amount, provisional, currency, at } = row;
  const named = reference !== null && reference !== '';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-line border-b py-1.5 text-sm last:border-b-0 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_6rem] print:grid-cols-[minmax(0,1fr)_8rem_8rem_15rem]">
      <TextLink
        href={`/${businessId}/${paths[kind]}/${id}`}
        prefetch={false}
        data-whole={named ? undefined : id}
        className={named ? '[overflow-wrap:anywhere]' : 'font-mono text-xs'}
      >
        {named ? ExternalText(reference) : shorten(id)}
      </TextLink>
      <span className="max-sm:order-3">
        <Status kind={kind} value={status} />
      </span>
      <span className="text-right">
        <ProvisionalAmount
          amount={amount}
          provisional={provisional}
          currency={currency}
          unknown="It has not been told."
        />
      </span>
      <span className="text-right text-muted text-xs max-sm:order-4">
        <Time at={inSeconds(at)} />
      </span>
    </li>
  );
}
