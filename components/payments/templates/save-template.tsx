'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { formatAmount } from '#components/money/format-amount.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { tTemplateDialogs } from '#lib/messages/payment-templates.ts';
import { changeTemplateAction, saveTemplateAction } from '#lib/payment-templates/actions.ts';
import {
  examplePattern,
  findPatternProblem,
  patternPlaceholders,
  renderPattern,
} from '#lib/payment-templates/model.ts';
import type { TemplatesView, TemplateView } from '#lib/payment-templates/schema.ts';
import { templateLimits } from '#lib/payment-templates/schema.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { parseAmount } from '#lib/values/amount.ts';

const emptyFields = { name: '', pattern: '', hasAmount: '', isShared: '' };

const toField = (isChecked: boolean): string => (isChecked ? 'yes' : '');

const toFields = ({ name, clientIdPattern, shared, fields }: TemplateView) => ({
  name,
  pattern: clientIdPattern ?? '',
  hasAmount: toField((fields.amount ?? '') !== ''),
  isShared: toField(shared),
});

/**
 * Saves the values of the form as a new template, or in place of those of `replaced`. `values` has the amount in plain
 * digits.
 */
export function SaveTemplate({
  values,
  today,
  replaced,
  onSaved,
  onClose,
}: {
  values: CreatePaymentInput;
  today: string;
  replaced: TemplateView | null;
  onSaved: (templates: TemplatesView) => void;
  onClose: () => void;
}) {
  const kind = replaced === null ? 'save' : 'update';
  const { locale } = useLocaleSettings();
  const [initial] = useState(replaced === null ? emptyFields : toFields(replaced));
  const { businessId, clientPaymentId: _own, secondLinkAccepted: _confirmation, ...fields } = values;
  const form = useActionForm({
    businessId,
    draft: 'payment-template',
    subject: replaced?.templateId ?? 'new-template',
    initial,
    action: ({ name, pattern: clientIdPattern, hasAmount, isShared }) => {
      const template = {
        businessId,
        name,
        clientIdPattern,
        shared: isShared !== '',
        fields: { ...fields, amount: hasAmount === '' ? '' : values.amount },
      };
      return replaced === null
        ? saveTemplateAction(template)
        : changeTemplateAction({ ...template, templateId: replaced.templateId });
    },
    messages: {
      failed: tTemplateDialogs(replaced === null ? 'save.failed' : 'manage.failed'),
      done: tTemplateDialogs(`${kind}.done`),
    },
    inForm: true,
    onDone: (templates) => {
      onSaved(templates);
      onClose();
    },
  });
  const { fields: typed, problem } = form;
  const amount = parseAmount(values.amount.trim());
  const currency = values.priceIn === 'fiat' ? values.displayCurrency : values.depositCurrency;
  const pattern = typed.pattern.trim();
  const patternProblem = pattern === '' ? null : findPatternProblem(pattern);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tTemplateDialogs(`${kind}.title`)}
      description={tTemplateDialogs(
        replaced?.shared === true ? 'update.sharedDescription' : `${kind}.description`,
      )}
      problem={<ProblemNote problem={problem} />}
      footer={
        <Button variant="primary" isPending={form.isPending} onPress={() => void form.submit()}>
          {tTemplateDialogs(`${kind}.confirm`)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={tTemplateDialogs('save.name')}
          autoComplete="off"
          limit={templateLimits.name}
          {...form.field('name')}
        />
        <div className="flex flex-col gap-1">
          <TextField
            label={tTemplateDialogs('pattern.label')}
            optional
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder={examplePattern}
            limit={templateLimits.pattern}
            help={tTemplateDialogs('pattern.help', { placeholders: patternPlaceholders })}
            {...form.field(
              'pattern',
              form.errors['clientIdPattern']?.[0] ??
                (patternProblem === null
                  ? undefined
                  : tTemplateDialogs(`pattern.problems.${patternProblem}`, { example: examplePattern })),
            )}
          />
          {pattern !== '' && patternProblem === null && (
            <p aria-live="polite" className="text-sm">
              {tTemplateDialogs.rich('pattern.preview', {
                id: () => <span className="break-all font-mono">{renderPattern(pattern, today, 1n)}</span>,
              })}
            </p>
          )}
        </div>
        {amount !== null && (
          <Checkbox
            label={tTemplateDialogs('save.includeAmount', {
              amount: `${formatAmount(amount, currency, locale, 'exact').text} ${currency}`,
            })}
            checked={typed.hasAmount !== ''}
            onChange={(event) => form.set({ hasAmount: toField(event.target.checked) })}
          />
        )}
        <Checkbox
          label={tTemplateDialogs('save.share')}
          checked={typed.isShared !== ''}
          onChange={(event) => form.set({ isShared: toField(event.target.checked) })}
        />
        <DraftNotice draft={form.draft} />
      </div>
    </Dialog>
  );
}
