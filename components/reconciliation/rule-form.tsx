'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { useAction } from '#components/query/use-action.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { previewMatchRuleAction, saveMatchRuleAction } from '#lib/reconciliation/actions.ts';
import { ruleKinds } from '#lib/reconciliation/model/choices.ts';
import type { MatchRule } from '#lib/reconciliation/model/rules.ts';
import type { RuleInput, RulePreview } from '#lib/reconciliation/schema.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';
import { RulePreviewList } from './rule-preview.tsx';

const toTexts = (rule: MatchRule | null) => ({
  name: rule?.name ?? '',
  kind: rule?.kind ?? 'batch',
  records: rule?.records ?? 'deposit',
  contains: rule?.contains ?? '',
  days: String(rule?.days ?? 7),
  tolerance: rule?.tolerance ?? '0',
  joinsLines: rule?.joinsLines === true ? 'yes' : '',
  suggests: rule?.suggests === true ? 'yes' : '',
});

/** A rule. It is previewed before it can be saved. */
export function RuleForm({
  businessId,
  currency,
  rule,
  onClose,
}: {
  businessId: string;
  currency: string;
  rule: MatchRule | null;
  onClose: () => void;
}) {
  const { locale } = useLocaleSettings();
  const { fields, field, set, draft, isPending, send } = useDraftForm({
    businessId,
    draft: 'bank-rule',
    subject: `${currency} ${rule?.ruleId ?? 'new'}`,
    initial: toTexts(rule),
    refresh: true,
    fields: ['name', 'contains', 'days', 'tolerance'],
  });
  const preview = useAction({ fields: ['name', 'contains', 'days', 'tolerance'] });
  const text = (name: 'name' | 'contains' | 'days' | 'tolerance') =>
    field(name, preview.problem?.fieldErrors[name]?.[0]);
  /** The preview of exactly these fields. */
  const [previewed, setPreviewed] = useState<{ readonly of: string; readonly preview: RulePreview } | null>(
    null,
  );
  const kind = ruleKinds.find((one) => one === fields.kind) ?? 'batch';
  const records = fields.records === 'withdrawal' ? 'withdrawal' : 'deposit';
  const fee = readTypedAmount(fields.tolerance, locale, null);
  const ambiguousFee =
    fee.kind === 'ambiguous'
      ? tReconciliation('rules.ambiguousFee', formatInterpretations(fee.readings, locale))
      : undefined;
  const input: RuleInput = {
    businessId,
    currency,
    kind,
    records,
    ruleId: rule?.ruleId ?? null,
    name: fields.name,
    contains: fields.contains,
    days: fields.days,
    tolerance: fee.kind === 'amount' ? fee.digits : fields.tolerance,
    joinsLines: fields.joinsLines !== '',
    suggests: fields.suggests !== '',
  };
  const state = JSON.stringify(input);
  const isPreviewed = previewed?.of === state;
  const save = async () => {
    const saved = await send(() => saveMatchRuleAction(input), {
      failed: tReconciliation('rules.notSaved'),
      done: () => tReconciliation('rules.saved'),
    });
    if (saved !== null) onClose();
  };
  const toggle = (name: 'joinsLines' | 'suggests') => ({
    checked: fields[name] !== '',
    onChange: ({ target }: { target: { checked: boolean } }) => set({ [name]: target.checked ? 'yes' : '' }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ambiguousFee !== undefined) return;
        if (isPreviewed) return void save();
        // A preview stores nothing, so the draft stays.
        void preview
          .act(() => previewMatchRuleAction(input), { failed: tReconciliation('rules.notPreviewed') })
          .then((result) => {
            if (result !== null) setPreviewed({ of: state, preview: result });
          });
      }}
    >
      <TextField label={tReconciliation('rules.name')} {...text('name')} />
      <Select
        label={tReconciliation('rules.kind')}
        choices={ruleKinds.map((value) => ({ value, label: tReconciliation(`rules.kinds.${value}`) }))}
        {...field('kind')}
      />
      {(kind === 'identifier' || kind === 'amount') && (
        <Select
          label={tReconciliation('rules.records')}
          choices={[
            { value: 'deposit', label: tReconciliation('rules.deposits') },
            { value: 'withdrawal', label: tReconciliation('rules.withdrawals') },
          ]}
          {...field('records')}
        />
      )}
      <TextField
        label={tReconciliation('rules.contains')}
        help={kind === 'ignore' ? undefined : tReconciliation('rules.containsHelp')}
        {...text('contains')}
      />
      {kind !== 'ignore' && (
        <>
          {kind !== 'identifier' && (
            <TextField inputMode="numeric" label={tReconciliation('rules.days')} {...text('days')} />
          )}
          <AmountField
            label={tReconciliation('rules.tolerance')}
            help={tReconciliation('rules.toleranceHelp')}
            unit={currency}
            {...text('tolerance')}
            error={ambiguousFee ?? text('tolerance').error}
          />
          {kind === 'batch' && (
            <Checkbox label={tReconciliation('rules.joinsLines')} {...toggle('joinsLines')} />
          )}
          <Checkbox label={tReconciliation('rules.suggests')} {...toggle('suggests')} />
        </>
      )}
      <DraftNotice draft={draft} />
      {isPreviewed && <RulePreviewList currency={currency} preview={previewed.preview} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending || preview.isPending}>
          {tReconciliation(isPreviewed ? 'rules.save' : 'rules.preview')}
        </Button>
        <Button isDisabled={isPending} onPress={onClose}>
          {tControls('cancel')}
        </Button>
      </div>
    </form>
  );
}
