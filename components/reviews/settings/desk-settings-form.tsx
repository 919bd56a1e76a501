'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { DraftField } from '#lib/drafts/model.ts';
import { tReviewSettings } from '#lib/messages/reviews.ts';
import { changeDeskSettingsAction } from '#lib/reviews/actions.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';
import { hasWeakerControls, toTwoPersonCategories } from '#lib/reviews/settings/model.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { formatTypedAmount } from '#lib/values/typed-amount.ts';
import { readTypedSettings } from './typed-settings.ts';

/** Changes the settings of the desk, or proposes weaker ones. */
export function DeskSettingsForm({
  businessId,
  settings,
  missing,
  isWaiting,
}: {
  businessId: string;
  settings: Settings;
  missing: string | null;
  isWaiting: boolean;
}) {
  const { locale } = useLocaleSettings();
  const judge = (fields: Readonly<Record<DraftField<'desk-settings'>, string>>) => {
    const { problems, ...typed } = readTypedSettings(fields, locale);
    const isAmbiguous = Object.keys(problems).length > 0;
    const second = parseAmount(typed.secondFromEur);
    const isWeaker =
      !isAmbiguous &&
      second !== null &&
      hasWeakerControls(settings, {
        secondFromEur: second,
        dueHours: Number(fields.dueHours),
        riskScoreFrom: parseAmount(typed.riskScoreFrom),
        twoPersonCategories: toTwoPersonCategories(fields.twoPersonCategories),
      });
    return { problems, isAmbiguous, isWeaker, asksReason: isWeaker && missing === null };
  };
  const form = useActionForm({
    businessId,
    kind: 'reviews',
    refresh: true,
    draft: 'desk-settings',
    subject: 'desk-settings',
    initial: {
      secondFromEur: formatTypedAmount(settings.secondFromEur, locale),
      twoPersonCategories: settings.twoPersonCategories.join('\n'),
      dueHours: String(settings.dueHours),
      riskScoreFrom: formatTypedAmount(settings.riskScoreFrom ?? '', locale),
      reason: '',
    },
    hide: (fields) => (judge(fields).asksReason ? [] : ['reason']),
    read: (fields) => {
      const { secondFromEur, riskScoreFrom } = readTypedSettings(fields, locale);
      return { texts: { ...fields, secondFromEur, riskScoreFrom } };
    },
    action: (texts) => changeDeskSettingsAction({ businessId, ...texts }),
    messages: {
      failed: tReviewSettings('form.failed'),
      done: ({ state }) => tReviewSettings(state === 'saved' ? 'form.saved' : 'form.proposed'),
    },
  });
  const { problems, isAmbiguous, isWeaker, asksReason } = judge(form.fields);
  return (
    <ActionForm
      form={form}
      label={tReviewSettings(isWeaker ? 'form.propose' : 'form.save')}
      variant="secondary"
      isDisabled={
        isAmbiguous || (isWeaker && (missing !== null || isWaiting || form.fields.reason.trim() === ''))
      }
    >
      <AmountField
        label={tReviewSettings('form.secondFrom')}
        help={tReviewSettings('form.secondFromHelp')}
        unit="EUR"
        {...form.field('secondFromEur', problems.secondFromEur)}
      />
      <TextArea
        label={tReviewSettings('form.twoPersonCategories')}
        help={tReviewSettings('form.twoPersonCategoriesHelp')}
        rows={4}
        limit={5_000}
        {...form.field('twoPersonCategories')}
      />
      <TextField label={tReviewSettings('form.dueAfter')} inputMode="numeric" {...form.field('dueHours')} />
      <TextField
        label={tReviewSettings('form.riskScoreFrom')}
        optional
        help={tReviewSettings('form.riskScoreHelp')}
        {...form.field('riskScoreFrom', problems.riskScoreFrom)}
      />
      <p className="text-muted text-sm">{tReviewSettings('form.weakerNote')}</p>
      {missing !== null && <Banner title={tReviewSettings('form.weakerUnavailable')}>{missing}</Banner>}
      {asksReason && (
        <TextArea
          label={tReviewSettings('form.reason')}
          help={tReviewSettings('form.reasonHelp')}
          limit={5_000}
          {...form.field('reason')}
        />
      )}
      {isWeaker && isWaiting && <p className="text-muted text-sm">{tReviewSettings('form.pending')}</p>}
    </ActionForm>
  );
}
