import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Select } from '#components/ui/select.tsx';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import type { BatchField } from '#lib/payment-batches/model/fields.ts';
import { batchFields, findMissingFields } from '#lib/payment-batches/model/fields.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';

const unused = { value: '', label: tPaymentBatches('columns.unused') };
const fieldChoices = [
  unused,
  ...batchFields.map((field) => ({ value: field, label: tPaymentBatches(`fields.${field}`) })),
];

type ColumnsProps = {
  readonly batch: Pick<BatchView, 'defaults' | 'headers' | 'mapping' | 'sample'>;
  readonly mapping: readonly (BatchField | '')[];
  readonly isDisabled: boolean;
  readonly onChange: (at: number, field: BatchField | '') => void;
};

/**
 * The columns of a file with their first values and the field of each. Once every required field has a column, those that
 * the last check did not use are folded. A choice made here moves no column, so that it keeps the focus.
 */
export function Columns(props: ColumnsProps) {
  const { headers, mapping: checked, defaults } = props.batch;
  const all = headers.map((_header, at) => at);
  const isComplete = findMissingFields(checked, defaults).length === 0;
  const used = all.filter((at) => (checked[at] ?? '') !== '');
  const unused = all.filter((at) => !used.includes(at));
  if (!isComplete || unused.length === 0)
    return <ColumnTable {...props} label={tPaymentBatches('columns.sample')} columns={all} />;
  return (
    <div className="flex flex-col gap-1">
      <ColumnTable {...props} label={tPaymentBatches('columns.sample')} columns={used} />
      <Disclosure title={tPaymentBatches('columns.unusedCount', { count: unused.length })}>
        <ColumnTable {...props} label={tPaymentBatches('columns.unusedSample')} columns={unused} />
      </Disclosure>
    </div>
  );
}

function ColumnTable({
  batch: { headers, sample },
  mapping,
  isDisabled,
  onChange,
  label,
  columns,
}: ColumnsProps & { readonly label: string; readonly columns: readonly number[] }) {
  return (
    <DataTable stacks label={label} sticky={false}>
      <thead>
        <tr>
          <HeadCell>{tPaymentBatches('columns.name')}</HeadCell>
          <HeadCell>{tPaymentBatches('columns.field')}</HeadCell>
          <HeadCell>{tPaymentBatches('columns.values')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {columns.map((at) => {
          const name = columnName(headers, at);
          const values = sample.flatMap((cells) => (cells[at] ?? '') || []);
          return (
            <Row key={at}>
              <Cell className="max-w-56 truncate font-medium">{ExternalText(name)}</Cell>
              <Cell>
                <Select
                  small
                  hideLabel
                  label={tPaymentBatches('columns.use', { name })}
                  choices={fieldChoices}
                  value={mapping[at] ?? ''}
                  disabled={isDisabled}
                  onChange={(event) =>
                    onChange(at, batchFields.find((one) => one === event.target.value) ?? '')
                  }
                />
              </Cell>
              <Cell className="max-w-72 truncate text-muted text-xs">{ExternalText(values.join(' · '))}</Cell>
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}

function columnName(headers: readonly string[], at: number): string {
  const header = headers[at] ?? '';
  return header === '' ? tPaymentBatches('columns.unnamed', { number: at + 1 }) : header;
}
