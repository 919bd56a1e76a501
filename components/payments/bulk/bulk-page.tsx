'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonStyle } from '#components/ui/button-style.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchLine } from '#lib/payment-batches/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { useBatches } from './batch-queries.ts';
import { BatchStateBadge } from './batch-state.tsx';
import { UploadForm } from './upload-form.tsx';

const listId = 'batches';

/** Uploads rows, and lists the batches of the business. */
export function BulkPage({ businessId }: { businessId: string }) {
  const [after, setAfter] = useState('');
  const { data, isError } = useBatches(businessId, after);
  const batches = data?.batches ?? [];
  return (
    <>
      <PageHeader
        title={tPaymentBatches('title')}
        description={tPaymentBatches('description')}
        back={{ href: `/${businessId}/payments`, label: tPaymentBatches('back') }}
      />
      <PageColumns aside={<FileRules />}>
        <UploadForm businessId={businessId} />
        <Section title={tPaymentBatches('list.title')} titleId={listId} flush={batches.length > 0}>
          {isError && <Banner tone="bad" title={tPaymentBatches('list.failed')} />}
          {data !== undefined && batches.length === 0 && (
            <p className="py-1 text-muted text-sm">{tPaymentBatches('list.empty')}</p>
          )}
          {batches.length > 0 && <BatchTable businessId={businessId} batches={batches} />}
          {data !== undefined && (after !== '' || data.next !== null) && (
            <div className="flex gap-2 px-4 py-2">
              {after !== '' && (
                <Button size="sm" onPress={() => setAfter('')}>
                  {tPaymentBatches('list.newest')}
                </Button>
              )}
              {data.next !== null && (
                <Button size="sm" onPress={() => setAfter(data.next ?? '')}>
                  {tPaymentBatches('list.older')}
                </Button>
              )}
            </div>
          )}
        </Section>
      </PageColumns>
    </>
  );
}

function BatchTable({ businessId, batches }: { businessId: string; batches: readonly BatchLine[] }) {
  return (
    <DataTable stacks labelledBy={listId} sticky={false}>
      <thead>
        <tr>
          <HeadCell>{tPaymentBatches('list.file')}</HeadCell>
          <HeadCell>{tPaymentBatches('list.state')}</HeadCell>
          <HeadCell numeric>{tPaymentBatches('list.done')}</HeadCell>
          <HeadCell numeric>{tPaymentBatches('list.attention')}</HeadCell>
          <HeadCell numeric>{tPaymentBatches('list.rows')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {batches.map(({ batchId, fileName, state, rowCount, createdAt, createdBy, counts }) => (
          <Row key={batchId}>
            <Cell className="min-w-52 max-w-64 narrow:max-w-none whitespace-normal break-words py-1.5">
              <TextLink href={`/${businessId}/payments/bulk/${batchId}`}>{ExternalText(fileName)}</TextLink>
              <span className="block text-muted text-xs">
                {tPaymentBatches.rich('list.uploaded', {
                  person: () => <span key="person">{ExternalText(createdBy)}</span>,
                  time: () => <Time key="time" at={toUnixSeconds(createdAt)} />,
                })}
              </span>
            </Cell>
            <Cell>
              <BatchStateBadge state={state} />
            </Cell>
            <Cell numeric>
              <LocaleNumber value={counts.done} />
            </Cell>
            <Cell numeric>
              <LocaleNumber value={counts.failed + counts.unknown + counts['left-out']} />
            </Cell>
            <Cell numeric>
              <LocaleNumber value={rowCount} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function FileRules() {
  return (
    <Section title={tPaymentBatches('help.title')}>
      <ul className="flex list-disc flex-col gap-1.5 pt-1 pb-3 ps-4 text-muted text-sm">
        <li>{tPaymentBatches('help.required')}</li>
        <li>{tPaymentBatches('help.coins')}</li>
        <li>{tPaymentBatches('help.defaults')}</li>
        <li>{tPaymentBatches('help.text')}</li>
      </ul>
      <a href="/payments-sample.csv" download className={buttonStyle('secondary', 'sm')}>
        <Download aria-hidden />
        {tPaymentBatches('help.sample')}
      </a>
    </Section>
  );
}
