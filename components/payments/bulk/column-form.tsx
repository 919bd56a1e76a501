'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { toTemplateChoices } from '#components/payments/templates/template-choices.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tBatchProblems, tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { tPaymentTemplates } from '#lib/messages/payment-templates.ts';
import { checkRowsAction } from '#lib/payment-batches/actions.ts';
import type { ColumnChoice } from '#lib/payment-batches/model/column-choice.ts';
import {
  isSameCheck,
  readColumnChoice,
  writeColumnChoice,
} from '#lib/payment-batches/model/column-choice.ts';
import type { BatchField } from '#lib/payment-batches/model/fields.ts';
import {
  defaultFields,
  encodings,
  findMissingFields,
  separators,
} from '#lib/payment-batches/model/fields.ts';
import { readFileAmount } from '#lib/payment-batches/model/file-amount.ts';
import { toBatchDefaults } from '#lib/payment-batches/model/template-defaults.ts';
import type { BatchView } from '#lib/payment-batches/schema.ts';
import type { TemplateView } from '#lib/payment-templates/schema.ts';
import { Columns } from './column-table.tsx';
import { DecimalSignChoice } from './decimal-sign-choice.tsx';
import { ValueField } from './value-field.tsx';

const encodingChoices = encodings.map((value) => ({
  value,
  label: tPaymentBatches(`columns.encodings.${value}`),
}));
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
const separatorChoices = separators.map((value) => ({
  value,
  label: tPaymentBatches(`columns.separators.${separatorNames[value]}`),
}));

/**
 * Chooses how the file is read and which field each column has, then checks the rows. The choices of another check, such
 * as a colleague’s, replace those that were made here. A choice that is not checked yet is kept as a draft.
 */
export function ColumnForm({ batch, templates }: { batch: BatchView; templates: readonly TemplateView[] }) {
  const { businessId, batchId, headers } = batch;
  const [template, setTemplate] = useState<TemplateView | null>(null);
  const form = useDraftForm({
    businessId,
    kind: 'batches',
    draft: 'column-choice',
    fields: [],
    subject: batchId,
    initial: { changes: '' },
  });
  const [shown, setShown] = useState(batch);
  // Otherwise the next check would undo a colleague’s, unseen. A key would also take the focus from the button.
  if (!isSameCheck(shown, batch)) {
    setShown(batch);
    form.reset();
    setTemplate(null);
  }
  const choice = readColumnChoice(batch, form.fields.changes);
  const setChoice = (changed: ColumnChoice) => form.set({ changes: writeColumnChoice(batch, changed) });
  const { encoding, separator, decimalSign, mapping, defaults } = choice;
  // Another encoding or separator changes the columns, which are then guessed again.
  const readsAnew = encoding !== batch.encoding || separator !== batch.separator;
  const missing = findMissingFields(mapping, defaults);
  // A file without column names would lose its first payment.
  const amountInHead = headers.find((header) => readFileAmount(header, '.', '').digits !== null);
  const check = async () => {
    const checked = await form.send(
      () =>
        checkRowsAction({
          businessId,
          batchId,
          encoding,
          separator,
          decimalSign: readsAnew ? null : decimalSign,
          mapping: readsAnew ? null : [...mapping],
          defaults,
        }),
      { failed: tPaymentBatches('columns.failed') },
    );
    if (checked?.missing) toast.bad(checked.missing);
    if (checked && checked.dropped > 0)
      toast.neutral(tPaymentBatches('columns.dropped', { count: checked.dropped }));
  };
  const changeColumn = (at: number, field: BatchField | '') => {
    const changed = mapping.map((one, index) => (index === at ? field : one));
    // Amounts of another column may be written differently.
    const isSameColumn = changed.indexOf('amount') === mapping.indexOf('amount');
    setChoice({ ...choice, mapping: changed, decimalSign: isSameColumn ? decimalSign : null });
  };
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
              onChange={(event) =>
                setChoice({
                  ...choice,
                  encoding: encodings.find((one) => one === event.target.value) ?? null,
                })
              }
            />
            <Select
              label={tPaymentBatches('columns.separator')}
              choices={separatorChoices}
              value={separator ?? ''}
              onChange={(event) =>
                setChoice({
                  ...choice,
                  separator: separators.find((one) => one === event.target.value) ?? null,
                })
              }
            />
          </div>
        )}
        <Columns batch={batch} mapping={choice.mapping} isDisabled={readsAnew} onChange={changeColumn} />
        <DecimalSignChoice
          batch={batch}
          value={decimalSign}
          isDisabled={readsAnew}
          onChange={(sign) => setChoice({ ...choice, decimalSign: sign })}
        />
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
                setChoice({
                  ...choice,
                  defaults: { ...defaults, ...toBatchDefaults(chosen.fields, misfits) },
                });
              }}
            />
          )}
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {defaultFields.map((field) => (
              <ValueField
                key={field}
                field={field}
                value={defaults[field] ?? ''}
                onChange={(value) => setChoice({ ...choice, defaults: { ...defaults, [field]: value } })}
              />
            ))}
          </div>
        </fieldset>
        <DraftNotice draft={form.draft} />
        <div>
          <Button
            type="submit"
            variant={batch.state === 'checked' ? 'secondary' : 'primary'}
            isPending={form.isPending}
          >
            {tPaymentBatches('columns.check')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
