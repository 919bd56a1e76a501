'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Related, RelatedRow, Relation } from '#lib/reviews/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { sentence } from '#lib/values/list-choices.ts';

const relationWords: Readonly<Record<Relation, string>> = {
  address: 'Same address',
  entity: 'Same entity',
  transaction: 'Same transaction',
  reference: 'Same customer reference',
};

const pathOf = (base: string, { kind, id }: RelatedRow): string =>
  `${base}/${kind === 'refund' ? 'deposits' : `${kind}s`}/${id}`;

/** Everything that shares something with what the case is about. */
export function RelatedTable({ businessId, related }: { businessId: string; related: Related }) {
  const base = `/${businessId}`;
  const { rows, more } = related;
  return (
    <Section title="Related" count={more ? `${rows.length} of more` : rows.length} flush={rows.length > 0}>
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
                <Cell className="max-w-56 truncate" title={row.shared}>
                  {relationWords[row.by]}
                  {row.by === 'entity' && <span className="text-muted">: {row.shared}</span>}
                </Cell>
                <Cell>
                  <Status kind={row.kind} value={row.status} />
                </Cell>
                <Cell numeric>
                  <AmountText amount={row.amount} currency={row.currency} />
                </Cell>
                <Cell>
                  {row.caseId === null ? (
                    <span className="text-faint">None</span>
                  ) : (
                    <TextLink prefetch={false} href={`${base}/reviews/${row.caseId}`}>
                      Open case
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
