'use client';

import { ScrollText } from 'lucide-react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import { EmptyState } from '#components/shell/states.tsx';
import { Time } from '#components/ui/time.tsx';
import type { AnchorStatus } from '#lib/audit/anchors/schema.ts';
import type { AuditPerson, AuditRow, ChainCheck } from '#lib/audit/schema.ts';
import { auditList, formatAuditAction } from '#lib/audit/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tAuditAnchors, tAuditPage } from '#lib/messages/audit.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditPreview } from './audit-preview.tsx';

/** Says whether the newest entries are the ones that were written. */
function ChainCheckLine({ check: { checked, from, changedAt } }: { check: ChainCheck }) {
  if (changedAt !== null)
    return (
      <span className="text-attention">
        {changedAt === ''
          ? tAuditPage('check.someChanged')
          : tAuditPage('check.changed', { sequence: changedAt })}
      </span>
    );
  if (checked === 0) return null;
  return (
    <>
      {from === '1'
        ? tAuditPage('check.allUnchanged', { count: checked })
        : tAuditPage('check.newestUnchanged', { count: checked })}
    </>
  );
}

/** Shows the newest anchor outside the database, or why there is none. */
function AnchorLine({ anchors: { state, failure, number, at } }: { anchors: AnchorStatus }) {
  const last =
    at !== null &&
    tAuditAnchors.rich('last', {
      number: number ?? '',
      time: () => <Time key="time" at={toUnixSeconds(at)} />,
    });
  if (state === 'off') return <>{tAuditAnchors('off')}</>;
  if (state === 'waiting') return <>{tAuditAnchors('none')}</>;
  if (state === 'current') return <>{last || tAuditAnchors('none')}</>;
  const problem = failure === null ? tAuditAnchors('late') : tAuditAnchors(`failure.${failure}`);
  return (
    <span className="text-attention">
      {problem} {last}
    </span>
  );
}

const preview: ListPreview = {
  noun: tAuditPage('entry'),
  path: 'audit',
  Preview: AuditPreview,
};

/** Returns the list specification with the people of this business as actors. */
const createSpec = (people: readonly AuditPerson[]): ListSpec & { readonly name: 'audit' } => {
  const { actor } = auditList.filters;
  const choices = [
    ...people.map(({ personId, name }) => ({ value: personId, label: name })),
    ...actor.choices,
  ];
  return { ...auditList, filters: { ...auditList.filters, actor: { ...actor, choices } } };
};

/**
 * The audit log of a business: actors, actions, times and requests, with views of risk detail, exports and sign-ins.
 * Read-only.
 */
export function AuditLog({
  start,
  people,
  anchors,
  check,
}: {
  start: ListStart;
  people: readonly AuditPerson[];
  anchors: AnchorStatus;
  check: ChainCheck;
}) {
  const log = `/${start.businessId}/audit`;
  const getHref = (row: AuditRow) => `${log}/${row.entryId}`;
  return (
    <List
      title={tAuditPage('title')}
      description={
        <>
          {tAuditPage('description')} <ChainCheckLine check={check} /> <AnchorLine anchors={anchors} />
        </>
      }
      spec={createSpec(people)}
      start={start}
      columns={auditColumns(log, getHref)}
      getId={(row) => row.entryId}
      getHref={getHref}
      getName={(row) =>
        row.sequence === ''
          ? formatAuditAction(row.action)
          : tAuditPage('entryName', { action: formatAuditAction(row.action), sequence: row.sequence })
      }
      getMark={() => 0}
      searchFor={tAuditPage('search')}
      preview={preview}
      firstRun={
        <EmptyState icon={<ScrollText aria-hidden />} title={tAuditPage('empty.title')}>
          <p>{tAuditPage('empty.text')}</p>
        </EmptyState>
      }
    />
  );
}
