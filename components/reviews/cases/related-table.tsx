import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewCaseRelated } from '#lib/messages/review-details.ts';
import type { RelatedRecords, RelatedRow } from '#lib/reviews/cases/schema/case.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { MergeChoice } from './merge-dialog.tsx';
import { MergeRelated } from './merge-related.tsx';

const formatRecord = ({ kind, id }: RelatedRow): string =>
  tReviewTerms(`record.${kind}`, { id: id.slice(0, 8) });

/** A refund is shown on the page of its deposit. */
const recordPath = (base: string, { kind, id }: RelatedRow): string =>
  `${base}/${kind === 'refund' ? 'deposits' : `${kind}s`}/${id}`;

/** Lists the related cases that can be merged, each once. */
function listMergeableCases(rows: readonly RelatedRow[]): readonly MergeChoice[] {
  const cases = rows.flatMap((row) =>
    row.case === null || row.case.state === 'merged'
      ? []
      : [
          {
            ...row.case,
            name: tReviewCaseRelated(`related.mergeNames.${row.by}`, { record: formatRecord(row) }),
          },
        ],
  );
  return [...new Map(cases.map((one) => [one.caseId, one])).values()];
}

/** Lists records that share an address, entity, transaction or client ID with the case. */
export function RelatedTable({
  businessId,
  related,
  own,
}: {
  businessId: string;
  related: RelatedRecords;
  /** This case; null when it can't be merged. */
  own: MergeChoice | null;
}) {
  const base = `/${businessId}`;
  const { rows, more } = related;
  const mergeable = own === null ? [] : listMergeableCases(rows);
  return (
    <Section
      title={tReviewCaseRelated('related.title')}
      count={more ? tReviewCaseRelated('related.bounded', { count: String(rows.length) }) : rows.length}
      flush={rows.length > 0}
      actions={
        own !== null &&
        mergeable.length > 0 && <MergeRelated businessId={businessId} own={own} others={mergeable} />
      }
    >
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{tReviewCaseRelated('related.empty')}</p>
      ) : (
        <DataTable stacks label={tReviewCaseRelated('related.table')} sticky={false} density="compact">
          <thead>
            <tr>
              <HeadCell>{tReviewCaseRelated('related.columns.record')}</HeadCell>
              <HeadCell>{tReviewCaseRelated('related.columns.relation')}</HeadCell>
              <HeadCell>{tReviewTerms('status')}</HeadCell>
              <HeadCell numeric>{tReviewCaseRelated('related.columns.amount')}</HeadCell>
              <HeadCell>{tReviewTerms('case')}</HeadCell>
              <HeadCell numeric>{tReviewCaseRelated('related.columns.date')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.kind} ${row.id}`}>
                <Cell>
                  <TextLink prefetch={false} href={recordPath(base, row)}>
                    {formatRecord(row)}
                  </TextLink>
                </Cell>
                <Cell>
                  <span
                    className="block max-w-36 truncate narrow:max-w-full narrow:whitespace-normal"
                    data-tooltip={row.shared}
                  >
                    {[row, ...row.others].map(({ by, shared }, index) => (
                      <span key={`${by} ${shared}`}>
                        {index > 0 && ', '}
                        {by === 'entity'
                          ? tReviewCaseRelated.rich('related.sharedEntity', {
                              entity: shared,
                              name: (text) => <span className="text-muted">{text}</span>,
                            })
                          : tReviewCaseRelated(`related.relations.${by}`)}
                      </span>
                    ))}
                  </span>
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
                    <span className="text-faint">{tReviewCaseRelated('related.noCase')}</span>
                  ) : (
                    <TextLink prefetch={false} href={`${base}/reviews/${row.case.caseId}`}>
                      {tReviewTerms('caseNumber', { number: String(row.case.number) })}
                    </TextLink>
                  )}
                </Cell>
                <Cell numeric className="text-muted">
                  <Time at={toUnixSeconds(row.at)} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
