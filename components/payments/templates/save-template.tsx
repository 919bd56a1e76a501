'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { formatAmount } from '#components/money/format-amount.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tTemplateDialogs } from '#lib/messages/payment-template-dialogs.ts';
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
import { useTemplateAction } from './use-template-action.ts';

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
  const { act, isPending, problem, errors } = useTemplateAction();
  const [initial] = useState(replaced === null ? emptyFields : toFields(replaced));
  const [typed, setTyped] = useState(initial);
  const { businessId, clientPaymentId: _own, secondLinkAccepted: _confirmation, ...fields } = values;
  const draft = useDraft({
    businessId,
    form: 'payment-template',
    subject: replaced?.templateId ?? 'new-template',
    values: typed,
    initial,
    fill: (kept) =>
      setTyped({
        name: kept['name'] ?? '',
        pattern: kept['pattern'] ?? '',
        hasAmount: kept['hasAmount'] ?? '',
        isShared: kept['isShared'] ?? '',
      }),
  });
  const amount = parseAmount(values.amount.trim());
  const currency = values.priceIn === 'fiat' ? values.displayCurrency : values.depositCurrency;
  const pattern = typed.pattern.trim();
  const patternProblem = pattern === '' ? null : findPatternProblem(pattern);
  const save = async () => {
    const template = {
      businessId,
      name: typed.name,
      shared: typed.isShared !== '',
      fields: { ...fields, amount: typed.hasAmount === '' ? '' : values.amount },
      clientIdPattern: typed.pattern,
    };
    const saved =
      replaced === null
        ? await act(() => saveTemplateAction(template), tTemplateDialogs('save.failed'))
        : await act(
            () => changeTemplateAction({ ...template, templateId: replaced.templateId }),
            tTemplateDialogs('manage.failed'),
          );
    if (saved === null) return;
    draft.sent();
    toast.good(tTemplateDialogs(`${kind}.done`));
    onSaved(saved);
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tTemplateDialogs(`${kind}.title`)}
      description={tTemplateDialogs(
        replaced?.shared === true ? 'update.sharedDescription' : `${kind}.description`,
      )}
      problem={
        problem && (
          <Banner tone="bad" title={problem.title}>
            {problem.detail}
          </Banner>
        )
      }
      footer={
        <Button variant="primary" isPending={isPending} onPress={() => void save()}>
          {tTemplateDialogs(`${kind}.confirm`)}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={tTemplateDialogs('save.name')}
          autoComplete="off"
          value={typed.name}
          limit={templateLimits.name}
          error={errors['name']?.[0]}
          onChange={(event) => setTyped({ ...typed, name: event.target.value })}
        />
        <div className="flex flex-col gap-1">
          <TextField
            label={tTemplateDialogs('pattern.label')}
            optional
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder={examplePattern}
            value={typed.pattern}
            limit={templateLimits.pattern}
            help={tTemplateDialogs('pattern.help', { placeholders: patternPlaceholders })}
            error={
              errors['clientIdPattern']?.[0] ??
              (patternProblem === null
                ? undefined
                : tTemplateDialogs(`pattern.problems.${patternProblem}`, { example: examplePattern }))
            }
            onChange={(event) => setTyped({ ...typed, pattern: event.target.value })}
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
            onChange={(event) => setTyped({ ...typed, hasAmount: toField(event.target.checked) })}
          />
        )}
        <Checkbox
          label={tTemplateDialogs('save.share')}
          checked={typed.isShared !== ''}
          onChange={(event) => setTyped({ ...typed, isShared: toField(event.target.checked) })}
        />
        <DraftNotice draft={draft} />
      </div>
    </Dialog>
  );
}
