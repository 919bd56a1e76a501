'use client';

import { ScrollText } from 'lucide-react';
import { lazy } from 'react';
import { List } from '#components/list/list.tsx';
import type { ListStart } from '#components/list/query/use-list.ts';
import { FirstRun } from '#components/list/table/first-run.tsx';
import type { ListPreview } from '#components/list/table/list-preview.ts';
import type { AnchorStatus } from '#lib/audit/anchors/schema.ts';
import type { AuditPerson, AuditRow } from '#lib/audit/schema.ts';
import { auditList } from '#lib/audit/schema.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { AnchorLine } from './anchor-line.tsx';
import { auditColumns } from './audit-columns.tsx';

const preview: ListPreview = {
  noun: 'Entry',
  path: 'audit',
  Preview: lazy(() => import('./audit-preview.tsx').then((file) => ({ default: file.AuditPreview }))),
};

/** The list's description, with the people of this business among those who acted. */
const specFor = (people: readonly AuditPerson[]): ListSpec & { readonly name: 'audit' } => {
  const { actor } = auditList.filters;
  const choices = [
    ...people.map(({ personId, name }) => ({ value: personId, label: name })),
    ...actor.choices,
  ];
  return { ...auditList, filters: { ...auditList.filters, actor: { ...actor, choices } } };
};

/** Who did what, when and under which request; views of risk detail, exports and sign-ins included. Read-only for all. */
export function AuditLog({
  start,
  people,
  anchors,
}: {
  start: ListStart<AuditRow>;
  people: readonly AuditPerson[];
  anchors: AnchorStatus;
}) {
  const log = `/${start.businessId}/audit`;
  const hrefOf = (row: AuditRow) => `${log}/${row.entryId}`;
  return (
    <List
      title="Audit"
      description={
        <>
          What was done here, and by whom; sign-ins of the people of this business too.{' '}
          <AnchorLine anchors={anchors} />
        </>
      }
      spec={specFor(people)}
      start={start}
      columns={auditColumns(log, hrefOf)}
      idOf={(row) => row.entryId}
      hrefOf={hrefOf}
      nameOf={(row) => `${row.action}, entry ${row.sequence}`}
      markOf={() => 0}
      searchFor="object ID, request ID"
      preview={preview}
      firstRun={
        <FirstRun icon={<ScrollText aria-hidden />} title="Nothing was done here yet">
          <p>Every change by a person, every view of risk detail, every export and sign-in shows here.</p>
        </FirstRun>
      }
    />
  );
}
