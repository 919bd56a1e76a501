'use client';

import { useState } from 'react';
import { toTemplateChoices } from '#components/payments/templates/template-choices.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tBatchProblems } from '#lib/messages/batch-problems.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import { checkRowsAction } from '#lib/payment-batches/actions.ts';
import type { BatchField, RowValues } from '#lib/payment-batches/model/fields.ts';
import {
  batchFields,
  defaultFields,
  encodings,
  findMissingFields,
  separators,
} from '#lib/payment-batches/model/fields.ts';
import { toBatchDefaults } from '#lib/payment-batches/model/template-defaults.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';
import type { TemplateView } from '#lib/payment-templates/schema.ts';
import { formChoices } from '#lib/payments/create/model/choices.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';

const unused = { value: '', label: tPaymentBatches('columns.unused') };
const fieldChoices = [
  unused,
  ...batchFields.map((field) => ({ value: field, label: tPaymentBatches(`fields.${field}`) })),
];
const encodingChoices = encodings.map((value) => ({
  value,
  label: tPaymentBatches(`columns.encodings.${value}`),
}));
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
const separatorChoices = separators.map((value) => ({
  value,
  label: tPaymentBatches(`columns.separators.${separatorNames[value]}`),
}));

/** Values of fields that have a closed set. */
const valueChoices: Readonly<Partial<Record<BatchField, readonly string[]>>> = {
  currency: [...fiatCurrencies, ...cryptoCurrencies],
  network: (formChoices['network'] ?? []).filter((one) => one !== ''),
  type: formChoices['type'] ?? [],
  rateType: formChoices['rateType'] ?? [],
  redirectMode: formChoices['redirectMode'] ?? [],
};

type Check = Pick<BatchView, 'encoding' | 'separator' | 'headers' | 'mapping' | 'defaults'>;

/** Returns true when both checks read the file with the same choices. */
export const isSameCheck = (left: Check, right: Check): boolean => readChoices(left) === readChoices(right);
const readChoices = ({ encoding, separator, headers, mapping, defaults }: Check): string =>
  JSON.stringify([encoding, separator, headers, mapping, batchFields.map((field) => defaults[field] ?? '')]);

/**
 * Chooses how the file is read and which field each column has, then checks the rows. The choices of another check, such
 * as a colleague’s, replace those that were made here.
 */
export function ColumnForm({ batch, templates }: { batch: BatchView; templates: readonly TemplateView[] }) {
  const { businessId, batchId, headers, sample } = batch;
  const { act, isPending } = useAction(businessId, 'batches');
  const [encoding, setEncoding] = useState(batch.encoding);
  const [separator, setSeparator] = useState(batch.separator);
  const [mapping, setMapping] = useState(batch.mapping);
  const [template, setTemplate] = useState<TemplateView | null>(null);
  const [defaults, setDefaults] = useState<RowValues>(batch.defaults);
  const [shown, setShown] = useState(batch);
  // Otherwise the next check would undo a colleague’s, unseen. A key would also take the focus from the button.
  if (!isSameCheck(shown, batch)) {
    setShown(batch);
    setEncoding(batch.encoding);
    setSeparator(batch.separator);
    setMapping(batch.mapping);
    setDefaults(batch.defaults);
    setTemplate(null);
  }
  // Another encoding or separator changes the columns, which are then guessed again.
  const readsAnew = encoding !== batch.encoding || separator !== batch.separator;
  const missing = findMissingFields(mapping, defaults);
  // A file without column names would lose its first payment.
  const amountInHead = headers.find((header) => parseAmount(header) !== null);
  const check = async () => {
    const checked = await act(
      () =>
        checkRowsAction({
          businessId,
          batchId,
          encoding,
          separator,
          mapping: readsAnew ? null : [...mapping],
          defaults,
        }),
      { failed: tPaymentBatches('columns.failed') },
    );
    if (checked?.missing) toast.bad(checked.missing);
    if (checked && checked.dropped > 0)
      toast.neutral(tPaymentBatches('columns.dropped', { count: checked.dropped }));
  };
  const change = (at: number, value: string) =>
    setMapping(
      mapping.map((field, index) =>
        index === at ? (batchFields.find((one) => one === value) ?? '') : field,
      ),
    );
  return (
    <Section title={tPaymentBatches('columns.title')}>
      <form
        className="flex flex-col gap-4 py-1"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        {missing.length > 0 && !readsAnew && (
          <Banner
            tone="attention"
            title={tBatchProblems('mapping.missing', {
              fields: missing.map((field) => tPaymentBatches(`fields.${field}`)).join(', '),
            })}
          />
        )}
        {amountInHead !== undefined && (
          <Banner
            tone="attention"
            title={tPaymentBatches('columns.looksLikePayment', { value: amountInHead })}
          />
        )}
        {batch.notes.map((note) => (
          <Banner key={note} tone="attention" title={tPaymentBatches(`columns.notes.${note}`)} />
        ))}
        {batch.encoding !== null && (
          <div className="grid max-w-form gap-4 sm:grid-cols-2">
            <Select
              label={tPaymentBatches('columns.encoding')}
              help={tPaymentBatches('columns.detected')}
              choices={encodingChoices}
              value={encoding ?? ''}
              onChange={(event) => setEncoding(encodings.find((one) => one === event.target.value) ?? null)}
            />
            <Select
              label={tPaymentBatches('columns.separator')}
              choices={separatorChoices}
              value={separator ?? ''}
              onChange={(event) => setSeparator(separators.find((one) => one === event.target.value) ?? null)}
            />
          </div>
        )}
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
                    disabled={readsAnew}
                    onChange={(event) => change(at, event.target.value)}
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
        <fieldset className="flex flex-col gap-2">
          <legend className="font-medium text-sm">{tPaymentBatches('columns.defaults')}</legend>
          <p className="text-muted text-xs">{tPaymentBatches('columns.defaultsHelp')}</p>
          {templates.length > 0 && (
            <Select
              className="max-w-form"
              label={tPaymentTemplates('label')}
              placeholder={tPaymentTemplates('none')}
              help={tPaymentTemplates('bulk.help')}
              error={
                template !== null && template.problems.length > 0
                  ? tPaymentTemplates('bulk.misfit')
                  : undefined
              }
              choices={toTemplateChoices(templates)}
              value={template?.templateId ?? ''}
              onChange={(event) => {
                const chosen = templates.find(({ templateId }) => templateId === event.target.value) ?? null;
                setTemplate(chosen);
                if (chosen === null) return;
                const misfits = chosen.problems.map(({ field }) => field);
                setDefaults({ ...defaults, ...toBatchDefaults(chosen.fields, misfits) });
              }}
            />
          )}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {defaultFields.map((field) => (
              <ValueField
                key={field}
                field={field}
                value={defaults[field] ?? ''}
                onChange={(value) => setDefaults({ ...defaults, [field]: value })}
              />
            ))}
          </div>
        </fieldset>
        <div>
          <Button
            type="submit"
            variant={batch.state === 'checked' ? 'secondary' : 'primary'}
            isPending={isPending}
          >
            {tPaymentBatches('columns.check')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

const columnName = (header: string, at: number): string =>
  header === '' ? tPaymentBatches('columns.unnamed', { number: at + 1 }) : header;

/** A field for a value of a row, with its choices where it has a closed set. */
export function ValueField({
  field,
  value,
  error,
  onChange,
}: {
  field: BatchField;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const label = tPaymentBatches(`fields.${field}`);
  const choices = valueChoices[field];
  if (choices === undefined)
    return (
      <TextField
        label={label}
        error={error}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  // A value from a file may be none of them.
  const listed = choices.includes(value) || value === '' ? choices : [value, ...choices];
  return (
    <Select
      label={label}
      error={error}
      placeholder={tPaymentBatches('columns.none')}
      choices={listed.map((one) => ({ value: one, label: one }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
