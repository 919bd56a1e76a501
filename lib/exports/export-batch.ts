import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readBatchName, streamRows } from '#lib/payment-batches/index.ts';
import type { BatchField } from '#lib/payment-batches/model/fields.ts';
import { batchFields } from '#lib/payment-batches/model/fields.ts';
import type { RowView } from '#lib/payment-batches/schema.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toSnakeCase } from '#lib/values/record-fields.ts';
import { escapeFormula } from './column.ts';
import type { SheetColumn } from './columns/sheet-columns.ts';
import { createCsvResponse } from './csv-response.ts';
import { createCsvStream } from './csv-stream.ts';
import { toFileName } from './file-name.ts';
import type { ArchiveProgress } from './files/archive.ts';
import { writeArchiveChunk, writeArchiveEnd, writeArchiveHead } from './files/archive.ts';
import { createWriter, describeFormat } from './files/format.ts';
import type { FileFormat } from './schema.ts';

type BatchColumn = Pick<SheetColumn, 'name' | 'kind'> & { readonly cell: (row: RowView) => string };

const fieldColumn = (field: BatchField): BatchColumn => ({
  name: toSnakeCase(field),
  kind: field === 'amount' ? 'amount' : null,
  // Amounts are digits, or a text that was refused.
  cell: ({ values }) => escapeFormula(values[field] ?? ''),
});

const listProblems = ({ issues, error }: RowView): string =>
  escapeFormula([...issues.map(({ message }) => message), ...(error === null ? [] : [error])].join(' '));

const resultColumns: readonly BatchColumn[] = [
  { name: 'row', kind: 'number', cell: ({ number }) => String(number) },
  ...(['clientPaymentId', 'amount', 'currency', 'network'] as const).map(fieldColumn),
  { name: 'status', kind: null, cell: ({ state }) => state },
  { name: 'payment_id', kind: null, cell: ({ paymentId }) => paymentId ?? '' },
  { name: 'request_id', kind: null, cell: ({ intentId }) => intentId ?? '' },
  { name: 'checkout_link', kind: null, cell: ({ paymentUrl }) => paymentUrl ?? '' },
  { name: 'error', kind: null, cell: listProblems },
];

/** The file can be corrected and uploaded again: its columns have the names of the fields. */
const faultyColumns: readonly BatchColumn[] = [
  ...batchFields.map(fieldColumn),
  { name: 'row', kind: 'number', cell: ({ number }) => String(number) },
  { name: 'problem', kind: null, cell: listProblems },
];

const toCells = (columns: readonly BatchColumn[], rows: readonly RowView[]) =>
  rows.map((row) => columns.map(({ cell }) => cell(row)));

async function* toCellSteps(columns: readonly BatchColumn[], steps: AsyncGenerator<readonly RowView[]>) {
  for await (const rows of steps) yield toCells(columns, rows);
}

/** Checks the permission, audits the download, and returns the name of the file. */
async function startExport(
  context: Context<PersonActor>,
  business: string,
  batch: string,
  {
    subject,
    format,
  }: { readonly subject: 'results' | 'faulty-rows' | 'failed-rows'; readonly format: FileFormat },
): Promise<string> {
  const { businessId } = requirePermission(context, business, 'payment.create');
  const { batchId, fileName } = await readBatchName(context, businessId, batch);
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: format === 'csv' ? 'export.csv' : 'export.xlsx-file',
      objectType: 'payment-batch',
      objectId: batchId,
      after: { subject, fileName },
    }),
  );
  const day = new Date(context.clock.now()).toISOString();
  return toFileName(fileName.replace(/\.[A-Za-z]{1,5}$/, ''), subject, day);
}

/** Writes a workbook while its rows are read. */
function createWorkbookStream(
  context: Context<PersonActor>,
  columns: readonly SheetColumn[],
  steps: AsyncGenerator<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const writer = createWriter('xlsx', 'results', columns);
  const archive = {
    parts: writer.parts,
    name: writer.name,
    at: new Date(context.clock.now()),
    isLarge: false,
  };
  async function* write(): AsyncGenerator<Uint8Array> {
    yield writeArchiveHead(archive);
    let grown: ArchiveProgress = { crc: 0, size: 0, packed: 0 };
    const add = async (text: string) => {
      const chunk = await writeArchiveChunk(grown, text);
      grown = chunk.grown;
      return chunk.bytes;
    };
    yield add(writer.head);
    let count = 0;
    for await (const rows of steps) {
      yield add(writer.rows(rows, count));
      count += rows.length;
    }
    yield add(writer.foot(count));
    yield writeArchiveEnd(archive, grown);
  }
  const chunks = write();
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        context.log.error({ error }, 'an export stream failed');
        throw error;
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/**
 * Exports all rows of a batch with their ids, links, states and errors. Audited before the first byte. Throws Problem
 * 'not-found' or 'forbidden'.
 */
export async function exportBatchResults(
  context: Context<PersonActor>,
  business: string,
  batch: string,
  format: FileFormat,
): Promise<Response> {
  const name = await startExport(context, business, batch, { subject: 'results', format });
  const steps = toCellSteps(resultColumns, streamRows(context, business, batch, 'all'));
  if (format === 'csv')
    return createCsvResponse({
      fileName: `${name}.csv`,
      body: createCsvStream(
        context,
        resultColumns.map((column) => column.name),
        steps,
      ),
    });
  const sheet = resultColumns.map((column) => ({ ...column, heading: column.name }));
  return new Response(createWorkbookStream(context, sheet, steps), {
    headers: {
      'content-type': describeFormat('xlsx').contentType,
      'content-disposition': `attachment; filename="${name}.xlsx"`,
      'x-content-type-options': 'nosniff',
    },
  });
}

/**
 * Exports the rows with errors, or the failed ones of a run, as CSV with their problems. The file can be corrected and
 * uploaded again. So failed rows are left out whose client payment ID another request has by now. Audited before the first
 * byte. Throws Problem 'not-found' or 'forbidden'.
 */
export async function exportFaultyRows(
  context: Context<PersonActor>,
  business: string,
  batch: string,
  show: 'errors' | 'failed' = 'errors',
): Promise<Response> {
  const subject = show === 'failed' ? 'failed-rows' : 'faulty-rows';
  const name = await startExport(context, business, batch, { subject, format: 'csv' });
  const names = faultyColumns.map((column) => column.name);
  const selection = show === 'failed' ? 'resendable' : show;
  const steps = toCellSteps(faultyColumns, streamRows(context, business, batch, selection));
  return createCsvResponse({ fileName: `${name}.csv`, body: createCsvStream(context, names, steps) });
}
