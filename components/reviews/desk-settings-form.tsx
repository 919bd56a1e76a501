'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { useAction } from '#components/query/use-action.ts';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tReviewSettings } from '#lib/messages/review-settings.ts';
import { changeDeskSettingsAction } from '#lib/reviews/actions.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';
import { hasWeakerControls } from '#lib/reviews/settings/model.ts';
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
  const { act, isPending } = useAction(businessId, 'reviews', { refresh: true });
  const { locale } = useLocaleSettings();
  const initial = {
    secondFromEur: formatTypedAmount(settings.secondFromEur, locale),
    dueHours: String(settings.dueHours),
    riskScoreFrom: formatTypedAmount(settings.riskScoreFrom ?? '', locale),
    reason: '',
  };
  const [secondFromEur, setSecondFrom] = useState(initial.secondFromEur);
  const [dueHours, setDueHours] = useState(initial.dueHours);
  const [riskScoreFrom, setScoreFrom] = useState(initial.riskScoreFrom);
  const [reason, setReason] = useState('');
  const draft = useDraft({
    businessId,
    form: 'desk-settings',
    subject: 'desk-settings',
    values: { secondFromEur, dueHours, riskScoreFrom, reason },
    initial,
    fill: (fields) => {
      setSecondFrom(fields['secondFromEur'] ?? initial.secondFromEur);
      setDueHours(fields['dueHours'] ?? initial.dueHours);
      setScoreFrom(fields['riskScoreFrom'] ?? initial.riskScoreFrom);
      setReason(fields['reason'] ?? '');
    },
  });
  const typed = readTypedSettings({ secondFromEur, riskScoreFrom }, locale);
  const isAmbiguous = Object.keys(typed.problems).length > 0;
  const second = parseAmount(typed.secondFromEur);
  const isWeaker =
    !isAmbiguous &&
    second !== null &&
    hasWeakerControls(settings, {
      secondFromEur: second,
      dueHours: Number(dueHours),
      riskScoreFrom: parseAmount(typed.riskScoreFrom),
    });
  return (
    <div className="flex flex-col gap-3">
      <AmountField
        label={tReviewSettings('form.secondFrom')}
        help={tReviewSettings('form.secondFromHelp')}
        unit="EUR"
        value={secondFromEur}
        error={typed.problems.secondFromEur}
        onChange={(event) => setSecondFrom(event.target.value)}
      />
      <TextField
        label={tReviewSettings('form.dueAfter')}
        inputMode="numeric"
        value={dueHours}
        onChange={(event) => setDueHours(event.target.value)}
      />
      <TextField
        label={tReviewSettings('form.riskScoreFrom')}
        optional
        help={tReviewSettings('form.riskScoreHelp')}
        value={riskScoreFrom}
        error={typed.problems.riskScoreFrom}
        onChange={(event) => setScoreFrom(event.target.value)}
      />
      <p className="text-muted text-sm">{tReviewSettings('form.weakerNote')}</p>
      {missing !== null && <Banner title={tReviewSettings('form.weakerUnavailable')}>{missing}</Banner>}
      {isWeaker && missing === null && (
        <TextArea
          label={tReviewSettings('form.reason')}
          help={tReviewSettings('form.reasonHelp')}
          value={reason}
          limit={5_000}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <DraftNotice draft={draft} />
      {isWeaker && isWaiting && <p className="text-muted text-sm">{tReviewSettings('form.pending')}</p>}
      <div>
        <Button
          isPending={isPending}
          isDisabled={isAmbiguous || (isWeaker && (missing !== null || isWaiting || reason.trim() === ''))}
          onPress={() =>
            void act(
              () =>
                changeDeskSettingsAction({
                  businessId,
                  secondFromEur: typed.secondFromEur,
                  dueHours,
                  riskScoreFrom: typed.riskScoreFrom,
                  reason,
                }),
              {
                failed: tReviewSettings('form.failed'),
                done: ({ state }) => tReviewSettings(state === 'saved' ? 'form.saved' : 'form.proposed'),
              },
            ).then((result) => result !== null && draft.sent())
          }
        >
          {tReviewSettings(isWeaker ? 'form.propose' : 'form.save')}
        </Button>
      </div>
    </div>
  );
}
