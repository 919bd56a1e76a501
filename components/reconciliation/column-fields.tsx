'use client';

import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { entryFields } from '#lib/reconciliation/model/choices.ts';
import type { ColumnMapping } from '#lib/reconciliation/model/columns.ts';
import { dayOrders } from '#lib/reconciliation/model/entry-values.ts';
import type { InspectedFile } from '#lib/reconciliation/schema.ts';

const fieldChoices = [
  { value: '', label: tReconciliation('file.field.none') },
  ...entryFields.map((value) => ({ value, label: tReconciliation(`file.field.${value}`) })),
];

/** The fields for the meaning of each column of a CSV statement, and for the notation of its amounts and dates. */
export function ColumnFields({
  file: { headers, sample, mapping },
  onChange,
}: {
  file: InspectedFile;
  onChange: (mapping: ColumnMapping) => void;
}) {
  const asShown = { value: '', label: tReconciliation('file.asShown') };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">{tReconciliation('file.columns')}</legend>
      <p className="text-muted text-sm">{tReconciliation('file.columnsText')}</p>
      <div className="flex max-h-96 flex-col gap-3 overflow-y-auto pe-1">
        {headers.map((header, at) => {
          const name = header === '' ? tReconciliation('file.unnamed', { number: String(at + 1) }) : header;
          const value = sample.map((row) => row[at] ?? '').find((cell) => cell.trim() !== '');
          return (
            <Select
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their position only
              key={at}
              label={tReconciliation('file.column', { name })}
              help={value === undefined ? undefined : tReconciliation('file.example', { value })}
              choices={fieldChoices}
              value={mapping.columns[at] ?? ''}
              onChange={({ target }) =>
                onChange({
                  ...mapping,
                  columns: mapping.columns.map((field, index) =>
                    index === at ? (entryFields.find((one) => one === target.value) ?? '') : field,
                  ),
                })
              }
            />
          );
        })}
      </div>
      <TextField
        label={tReconciliation('file.currency')}
        value={mapping.currency}
        onChange={({ target }) => onChange({ ...mapping, currency: target.value.trim().toUpperCase() })}
      />
      <Select
        label={tReconciliation('file.decimalSign')}
        choices={[
          asShown,
          { value: '.', label: tReconciliation('file.point') },
          { value: ',', label: tReconciliation('file.comma') },
        ]}
        value={mapping.decimalSign ?? ''}
        onChange={({ target }) =>
          onChange({
            ...mapping,
            decimalSign: target.value === '.' || target.value === ',' ? target.value : null,
          })
        }
      />
      <Select
        label={tReconciliation('file.dayOrder')}
        choices={[asShown, ...dayOrders.map((value) => ({ value, label: tReconciliation(`file.${value}`) }))]}
        value={mapping.dayOrder ?? ''}
        onChange={({ target }) =>
          onChange({ ...mapping, dayOrder: dayOrders.find((one) => one === target.value) ?? null })
        }
      />
    </fieldset>
  );
}
