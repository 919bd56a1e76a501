import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Select } from '#components/ui/select.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchField } from '#lib/payment-batches/model/fields.ts';
import { batchFields } from '#lib/payment-batches/model/fields.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';

const unused = { value: '', label: tPaymentBatches('columns.unused') };
const fieldChoices = [
  unused,
  ...batchFields.map((field) => ({ value: field, label: tPaymentBatches(`fields.${field}`) })),
];

/** The first rows of a file, with the field of each column above it. */
export function ColumnTable({
  batch: { headers, sample },
  mapping,
  isDisabled,
  onChange,
}: {
  batch: Pick<BatchView, 'headers' | 'sample'>;
  mapping: readonly (BatchField | '')[];
  isDisabled: boolean;
  onChange: (at: number, field: BatchField | '') => void;
}) {
  return (
    <DataTable label={tPaymentBatches('columns.sample')} density="compact" sticky={false}>
      <thead>
        <tr>
          {headers.map((header, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            <HeadCell key={at} className="h-auto min-w-40 py-1.5">
              <Select
                small
                hideLabel
                label={tPaymentBatches('columns.use', { name: columnName(header, at) })}
                choices={fieldChoices}
                value={mapping[at] ?? ''}
                disabled={isDisabled}
                onChange={(event) =>
                  onChange(at, batchFields.find((one) => one === event.target.value) ?? '')
                }
              />
              <span className="mt-1 block max-w-56 truncate">{ExternalText(columnName(header, at))}</span>
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file may be equal
          <Row key={row}>
            {headers.map((_header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
              <Cell key={at} className="max-w-56 truncate text-xs">
                {ExternalText(cells[at] ?? '')}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

const columnName = (header: string, at: number): string =>
  header === '' ? tPaymentBatches('columns.unnamed', { number: at + 1 }) : header;
