'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense } from 'react';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { sentence } from '#lib/lists/model/choice-filter.ts';
import type { RelatedRecords, RelatedRow, Relation } from '#lib/reviews/schema/case.ts';
import { inSeconds } from '#lib/values/instant.ts';
import type { MergeChoice } from './merge-dialog.tsx';

const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((file) => ({ default: file.MergeDialog })));

const relationWords: Readonly<Record<Relation, string>> = {
  address: 'Same address',
  entity: 'Same entity',
  transaction: 'Same transaction',
  reference: 'Same customer reference',
};

const pathOf = (base: string, { kind, id }: RelatedRow): string =>
  `${base}/${kind === 'refund' ? 'deposits' : `${kind}s`}/${id}`;

/** The related cases that may be merged, each once. */
function casesOf(rows: readonly RelatedRow[]): readonly MergeChoice[] {
  const cases = rows.flatMap((row) =>
    row.case === null || row.case.state === 'merged'
      ? []
      : [{ ...row.case, name: `${row.kind} ${row.id.slice(0, 8)}, ${relationWords[row.by].toLowerCase()}` }],
  );
  return [...new Map(cases.map((one) => [one.caseId, one])).values()];
}

/** Everything that shares something with what the case is about. */
export function RelatedTable({
  businessId,
  related,
  own,
}: {
  businessId: string;
  related: RelatedRecords;
  /** The case on screen, where it may be merged. */
  own: MergeChoice | null;
}) {
  const base = `/${businessId}`;
  const { rows, more } = related;
  const router = useRouter();
  const mergeable = own === null ? [] : casesOf(rows);
  return (
    <Section
      title="Related"
      count={more ? `${rows.length} of more` : rows.length}
      flush={rows.length > 0}
      actions={
        own !== null &&
        mergeable.length > 0 && (
          <Suspense>
            <MergeDialog
              businessId={businessId}
              cases={[own, ...mergeable]}
              pick
              onMerged={(stays) =>
                stays === own.caseId ? router.refresh() : router.push(`${base}/reviews/${stays}`)
              }
            />
          </Suspense>
        )
      }
    >
      {rows.length === 0 ? (
        <p className="text-muted text-sm">
          Nothing else here shares its address, transaction or customer reference, and no other case its
          entities.
        </p>
      ) : (
        <DataTable label="Related records" sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>Record</HeadCell>
              <HeadCell>Shares</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell numeric>Amount</HeadCell>
              <HeadCell>Case</HeadCell>
              <HeadCell numeric>When</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.kind} ${row.id} ${row.by}`}>
                <Cell>
                  <TextLink prefetch={false} href={pathOf(base, row)}>
                    {sentence(row.kind)} {row.id.slice(0, 8)}
                  </TextLink>
                </Cell>
                <Cell className="max-w-36 truncate" title={row.shared}>
                  {relationWords[row.by]}
                  {row.by === 'entity' && <span className="text-muted">: {row.shared}</span>}
                </Cell>
                <Cell>
                  <Status kind={row.kind} value={row.status} />
                </Cell>
                <Cell numeric>
                  <ProvisionalAmount
                    amount={row.amount}
                    provisional={row.provisional}
                    currency={row.currency}
                  />
                </Cell>
                <Cell>
                  {row.case === null ? (
                    <span className="text-faint">None</span>
                  ) : (
                    <TextLink prefetch={false} href={`${base}/reviews/${row.case.caseId}`}>
                      Case {row.case.number}
                    </TextLink>
                  )}
                </Cell>
                <Cell numeric className="text-muted">
                  <Time at={inSeconds(row.at)} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
