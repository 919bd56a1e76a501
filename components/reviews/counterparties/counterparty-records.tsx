import { AmountText } from '#components/money/amount-text.tsx';
import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import { Section } from '#components/shell/section.tsx';
import { Status } from '#components/status/status.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tReviewCounterparty } from '#lib/messages/review-details.ts';
import { toCounterpartyPath } from '#lib/reviews/counterparties/model.ts';
import type {
  CounterpartyRecord,
  CounterpartyTotal,
  CounterpartyView,
} from '#lib/reviews/counterparties/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows the totals of the records by service status and currency. It never mixes currencies. */
export function CounterpartyTotals({ totals }: { totals: readonly CounterpartyTotal[] }) {
  return (
    <Section title={tReviewCounterparty('totals.title')} flush={totals.length > 0}>
      {totals.length === 0 ? (
        <p className="text-muted text-sm">{tReviewCounterparty('totals.empty')}</p>
      ) : (
        <DataTable
          stacks
          label={tReviewCounterparty('totals.table')}
          sticky={false}
          takesFocus
          density="compact"
        >
          <thead>
            <tr>
              <HeadCell>{tReviewCounterparty('totals.record')}</HeadCell>
              <HeadCell>{tReviewTerms('status')}</HeadCell>
              <HeadCell numeric>{tReviewCounterparty('totals.count')}</HeadCell>
              <HeadCell numeric>{tReviewCounterparty('totals.amount')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <Row key={`${total.kind} ${total.status} ${total.currency}`}>
                <Cell>{tReviewCounterparty(`flows.${total.kind}`)}</Cell>
                <Cell>
                  <Status kind={total.kind} value={total.status} />
                </Cell>
                <Cell numeric>{total.count}</Cell>
                <Cell numeric>
                  <AmountText amount={total.amount} currency={total.currency} />
                  {total.unreported > 0 && total.amount !== null && (
                    <span className="block text-muted text-xs">
                      {tReviewCounterparty('totals.partial', { count: total.unreported })}
                    </span>
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

/** A refund is shown on the page of its deposit. */
const toRecordHref = (base: string, { kind, id }: CounterpartyRecord): string =>
  `${base}/${kind === 'refund' ? 'deposits' : `${kind}s`}/${id}`;

/** Lists a page of the records, newest first. */
export function CounterpartyRecords({ view }: { view: CounterpartyView }) {
  const { businessId, counterparty, records, page, hasNext } = view;
  const base = `/${businessId}`;
  const here = `${base}/${toCounterpartyPath(counterparty)}`;
  return (
    <Section title={tReviewCounterparty('records.title')} flush={records.length > 0}>
      {records.length === 0 ? (
        <p className="text-muted text-sm">{tReviewCounterparty('records.empty')}</p>
      ) : (
        <>
          <DataTable stacks label={tReviewCounterparty('records.table')} sticky={false} density="compact">
            <thead>
              <tr>
                <HeadCell>{tReviewCounterparty('records.record')}</HeadCell>
                <HeadCell>{tReviewTerms('status')}</HeadCell>
                <HeadCell numeric>{tReviewCounterparty('records.amount')}</HeadCell>
                <HeadCell>{tReviewTerms('case')}</HeadCell>
                <HeadCell numeric>{tReviewCounterparty('records.date')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <Row key={`${record.kind} ${record.id}`}>
                  <Cell>
                    <TextLink prefetch={false} href={toRecordHref(base, record)}>
                      {tReviewTerms(`record.${record.kind}`, { id: record.id.slice(0, 8) })}
                    </TextLink>
                  </Cell>
                  <Cell>
                    <Status kind={record.kind} value={record.status} />
                  </Cell>
                  <Cell numeric>
                    <ProvisionalAmount
                      amount={record.amount}
                      provisional={record.provisional}
                      currency={record.currency}
                    />
                  </Cell>
                  <Cell>
                    {record.case === null ? (
                      <span className="text-faint">{tReviewCounterparty('records.noCase')}</span>
                    ) : (
                      <TextLink prefetch={false} href={`${base}/reviews/${record.case.caseId}`}>
                        {tReviewTerms('caseNumber', { number: String(record.case.number) })}
                      </TextLink>
                    )}
                  </Cell>
                  <Cell numeric className="text-muted">
                    <Time at={toUnixSeconds(record.at)} />
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
          {(page > 1 || hasNext) && (
            <p className="flex gap-4 px-4 py-3 text-sm">
              {page > 1 && (
                <TextLink prefetch={false} href={here}>
                  {tReviewCounterparty('links.newest')}
                </TextLink>
              )}
              {hasNext && (
                <TextLink prefetch={false} href={`${here}&page=${page + 1}`}>
                  {tReviewCounterparty('links.next')}
                </TextLink>
              )}
            </p>
          )}
        </>
      )}
    </Section>
  );
}
