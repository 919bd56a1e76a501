'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Select } from '#components/ui/select.tsx';
import { OutsideLink, TextLink } from '#components/ui/text-link.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { RowValues } from '#lib/payment-batches/model/fields.ts';
import type { RowFilter } from '#lib/payment-batches/model/row-filter.ts';
import { rowFilters } from '#lib/payment-batches/model/row-filter.ts';
import type { BatchView, RowView } from '#lib/payment-batches/schema.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { useBatchRows } from './batch-queries.ts';
import { RowStateBadge } from './batch-state.tsx';
import { CorrectRow } from './correct-row.tsx';

const draftFilters: readonly RowFilter[] = ['all', 'errors', 'warnings', 'above-limit'];
const rowsId = 'batch-rows';

/** The rows of a batch, page by page, with their problems or outcomes. */
export function BatchRows({ batch }: { batch: BatchView }) {
  const { businessId, batchId } = batch;
  const isDraft = batch.confirmedAt === null;
  const [show, setShow] = useState<RowFilter>(isDraft && batch.rowsWithErrors > 0 ? 'errors' : 'all');
  // The first rows of the pages before this one, so that a person can return to each.
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const after = starts.at(-1) ?? 0;
  const { data, isError, isPending } = useBatchRows(businessId, batchId, show, after);
  const choices = rowFilters
    .filter((one) => !isDraft || draftFilters.includes(one))
    .filter((one) => one !== 'above-limit' || batch.aboveLimit.count > 0)
    .map((value) => ({ value, label: tPaymentBatches(`rows.shows.${value}`) }));
  const filter = (
    <Select
      data-keeps-input
      small
      hideLabel
      label={tPaymentBatches('rows.show')}
      choices={choices}
      value={show}
      onChange={(event) => {
        setShow(rowFilters.find((one) => one === event.target.value) ?? 'all');
        setStarts([0]);
      }}
    />
  );
  return (
    <Section title={tPaymentBatches('rows.title')} titleId={rowsId} actions={filter} flush>
      {isError && (
        <div className="p-4">
          <Banner tone="bad" title={tPaymentBatches('rows.failed')} />
        </div>
      )}
      {isPending && <p className="p-4 text-muted text-sm">{tPaymentBatches('rows.loading')}</p>}
      {data?.rows.length === 0 && <p className="p-4 text-muted text-sm">{tPaymentBatches('rows.empty')}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <DataTable stacks="flow" labelledBy={rowsId} sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell numeric>{tPaymentBatches('rows.number')}</HeadCell>
              <HeadCell>{tPaymentBatches('fields.clientPaymentId')}</HeadCell>
              <HeadCell numeric>{tPaymentBatches('fields.amount')}</HeadCell>
              <HeadCell>{tPaymentBatches('rows.state')}</HeadCell>
              <HeadCell>{tPaymentBatches(isDraft ? 'rows.problem' : 'rows.link')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <BatchRowLine
                key={row.number}
                businessId={businessId}
                batchId={batchId}
                row={row}
                isDraft={isDraft}
              />
            ))}
          </tbody>
        </DataTable>
      )}
      {data !== undefined && (after > 0 || data.next !== null) && (
        <div className="flex gap-2 px-4 py-2">
          {starts.length > 2 && (
            <Button size="sm" onPress={() => setStarts([0])}>
              {tPaymentBatches('rows.first')}
            </Button>
          )}
          {after > 0 && (
            <Button size="sm" onPress={() => setStarts(starts.slice(0, -1))}>
              {tPaymentBatches('rows.previous')}
            </Button>
          )}
          {data.next !== null && (
            <Button size="sm" onPress={() => setStarts([...starts, data.next ?? 0])}>
              {tPaymentBatches('rows.next')}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

function BatchRowLine({
  businessId,
  batchId,
  row,
  isDraft,
}: {
  businessId: string;
  batchId: string;
  row: RowView;
  isDraft: boolean;
}) {
  const { number, values, state } = row;
  return (
    <Row>
      <Cell numeric>
        <span className="hidden narrow:inline">{tPaymentBatches('rows.number')} </span>
        {number}
      </Cell>
      <Cell className="min-w-32 max-w-64 whitespace-normal break-all py-1.5">
        {ExternalText(values.clientPaymentId ?? '')}
      </Cell>
      <Cell numeric>
        <RowAmount values={values} />
      </Cell>
      <Cell>
        <RowStateBadge state={state} />
      </Cell>
      <Cell className="min-w-56 whitespace-normal py-1.5">
        {isDraft ? (
          <div className="flex flex-wrap items-center gap-2">
            <Issues row={row} />
            <CorrectRow businessId={businessId} batchId={batchId} row={row} />
          </div>
        ) : (
          <Outcome businessId={businessId} row={row} />
        )}
      </Cell>
    </Row>
  );
}

/** The amount as it will be sent, or the text of the file if that is no amount. */
function RowAmount({ values: { amount: text = '', currency = '' } }: { values: RowValues }) {
  const amount = parseAmount(text);
  if (amount !== null) return <AmountText amount={amount} currency={currency} exact />;
  return (
    <>
      {ExternalText(text)} <span className="text-muted">{ExternalText(currency)}</span>
    </>
  );
}

function Issues({ row: { issues } }: { row: RowView }) {
  if (issues.length === 0) return <span className="text-muted">{tPaymentBatches('rows.ready')}</span>;
  return (
    <ul className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs">
      {issues.map(({ field, level, message }) => (
        <li key={`${field} ${message}`} className={level === 'error' ? 'text-bad' : 'text-attention'}>
          {tPaymentBatches(`fields.${field}`)}: {message}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ businessId, row }: { businessId: string; row: RowView }) {
  const { error, intentId, paymentId, paymentUrl, state } = row;
  return (
    <div className="flex flex-wrap gap-x-3 text-xs leading-6">
      {paymentUrl !== null && <OutsideLink href={paymentUrl}>{paymentUrl}</OutsideLink>}
      {paymentId !== null && (
        <TextLink href={`/${businessId}/payments/${paymentId}`}>{tPaymentBatches('rows.payment')}</TextLink>
      )}
      {error !== null && <span className={state === 'unknown' ? 'text-attention' : 'text-bad'}>{error}</span>}
      {intentId !== null && state !== 'done' && (
        <TextLink href={`/${businessId}/payments/new?intent=${intentId}`}>
          {tPaymentBatches('rows.request')}
        </TextLink>
      )}
      {state === 'left-out' && <Issues row={row} />}
    </div>
  );
}
