'use client';

import { callAction } from '#components/query/call-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { importRecordAction } from '#lib/payments/import/actions.ts';
import { importLimit, recordTooLongMessage } from '#lib/payments/import/model.ts';
import { maximumListedIds } from '#lib/payments/import/model-listed-ids.ts';
import type { ImportResult } from '#lib/payments/import/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { ImportButtons, useListedImport } from './listed-import.tsx';

/** One record with its place: the name of its file, and its number in it. */
export type PlacedRecord = {
  readonly text: string;
  readonly fileName: string | null;
  readonly number: number;
};

export type RecordResult = Pick<PlacedRecord, 'fileName' | 'number'> &
  (
    | { readonly state: 'imported' | 'unchanged'; readonly paymentId: string }
    | { readonly state: 'failed'; readonly message: string }
  );

/** A failure of one record. Every other failure concerns the records after it, too. */
const ownFailures: ReadonlySet<string> = new Set(['invalid', 'conflict', 'internal']);

/** Returns the result of a record, or null if its failure concerns all. */
export function toRecordResult(
  { fileName, number }: PlacedRecord,
  outcome: ActionResult<ImportResult>,
): RecordResult | null {
  const place = { fileName, number };
  if (outcome.ok)
    return {
      ...place,
      state: outcome.data.changed ? 'imported' : 'unchanged',
      paymentId: outcome.data.paymentId,
    };
  if (!ownFailures.has(outcome.code)) return null;
  const [problem] = Object.values(outcome.fieldErrors).flat();
  return { ...place, state: 'failed', message: problem ?? outcome.message };
}

/** The answer for a record that the server refuses before it reads it. */
const tooLong: ActionResult<ImportResult> = {
  ok: false,
  code: 'invalid',
  message: recordTooLongMessage,
  fieldErrors: {},
  requestId: '',
};

/** Imports many records one after the other, independently of each other. The records wait in the open page. */
export function ImportMany({
  businessId,
  records,
}: {
  businessId: string;
  records: readonly PlacedRecord[];
}) {
  const listed = useListedImport({
    send: async ({ text, fileName }: PlacedRecord) =>
      text.length > importLimit
        ? tooLong
        : callAction(() => importRecordAction({ businessId, text, fileName })),
    toResult: toRecordResult,
    stopped: tPaymentImport('many.stopped'),
  });
  const isTooMany = records.length > maximumListedIds;
  return (
    <Section title={tPaymentImport('many.title')} count={records.length}>
      <div className="flex flex-col gap-3 py-1">
        <p className="text-muted text-sm">{tPaymentImport('many.text')}</p>
        {isTooMany && (
          <Banner tone="bad" title={tPaymentImport('many.tooMany', { count: maximumListedIds })} />
        )}
        <ImportButtons
          listed={listed}
          variant="primary"
          isDisabled={records.length === 0 || isTooMany}
          onPress={() => void listed.run(records)}
        >
          {tPaymentImport('many.import', { count: records.length })}
        </ImportButtons>
        {(listed.isRunning || listed.results.length > 0) && (
          <RecordResults businessId={businessId} results={listed.results} total={records.length} />
        )}
      </div>
    </Section>
  );
}

/** The number of records that are done, and a line for each. */
export function RecordResults({
  businessId,
  results,
  total,
}: {
  businessId: string;
  results: readonly RecordResult[];
  total: number;
}) {
  return (
    <>
      <p role="status" className="text-sm tabular-nums">
        {tPaymentImport('byId.progress', { done: results.length, total })}
      </p>
      <ol className="flex flex-col gap-1 text-sm">
        {results.map((result) => (
          <li key={`${result.fileName} ${result.number}`} className="wrap-anywhere">
            {result.fileName !== null && <>{ExternalText(result.fileName)} · </>}
            {tPaymentImport('many.number', { number: result.number })}
            {': '}
            {result.state === 'failed' ? (
              <span className="text-bad">{result.message}</span>
            ) : (
              <>
                {tPaymentImport(`many.states.${result.state}`)}{' '}
                <TextLink prefetch={false} href={`/${businessId}/payments/${result.paymentId}`}>
                  {result.paymentId}
                </TextLink>
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
