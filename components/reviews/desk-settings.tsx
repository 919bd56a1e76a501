'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { setDeskAction } from '#lib/reviews/actions.ts';
import { missingPeople } from '#lib/reviews/decisions/model.ts';
import type { DeskFigures } from '#lib/reviews/schema/figures.ts';
import type { Settings } from '#lib/reviews/settings/model.ts';
import { weakens } from '#lib/reviews/settings/model.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { SettingsChange } from './settings-change.tsx';

type Given = {
  businessId: string;
  figures: Pick<DeskFigures, 'settings' | 'proposal' | 'eligible' | 'me' | 'maySet'>;
};

/** How the desk works. Owners change it; a second person approves a change that weakens control. */
export function DeskSettings({ businessId, figures }: Given) {
  const { settings, proposal, maySet } = figures;
  const missing = missingPeople(figures.eligible);
  return (
    <Section title="Settings of the desk">
      <div className="flex flex-col gap-5">
        {proposal !== null && (
          <SettingsChange businessId={businessId} proposal={proposal} me={figures.me} missing={missing} />
        )}
        {maySet ? (
          <Form
            key={JSON.stringify(settings)}
            businessId={businessId}
            settings={settings}
            missing={missing}
            isWaiting={proposal !== null}
          />
        ) : (
          <DescriptionList>
            <Fact label="A second person from">
              <AmountText amount={settings.secondFromEur} currency="EUR" />
            </Fact>
            <Fact label="Due after">{settings.dueHours} hours</Fact>
            <Fact label="Risk score from">{settings.riskScoreFrom ?? 'Off: the scale is not known'}</Fact>
          </DescriptionList>
        )}
      </div>
    </Section>
  );
}

function Form({
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
  const [secondFromEur, setSecondFrom] = useState<string>(settings.secondFromEur);
  const [dueHours, setDueHours] = useState(String(settings.dueHours));
  const [riskScoreFrom, setScoreFrom] = useState<string>(settings.riskScoreFrom ?? '');
  const [reason, setReason] = useState('');
  const second = parseAmount(secondFromEur.trim());
  const isWeaker =
    second !== null &&
    weakens(settings, {
      secondFromEur: second,
      dueHours: Number(dueHours),
      riskScoreFrom: parseAmount(riskScoreFrom.trim()),
    });
  return (
    <div className="flex flex-col gap-3">
      <AmountField
        label="A second person approves from"
        help="Of the credited EUR amount. Always where it is not known, for a report, and after a two-person decision."
        unit="EUR"
        value={secondFromEur}
        onChange={(event) => setSecondFrom(event.target.value)}
      />
      <TextField
        label="Due after (hours)"
        inputMode="numeric"
        value={dueHours}
        onChange={(event) => setDueHours(event.target.value)}
      />
      <TextField
        label="Risk score that opens a case"
        optional
        help="Off while empty: the interface does not show the scale of the score."
        value={riskScoreFrom}
        onChange={(event) => setScoreFrom(event.target.value)}
      />
      <p className="text-muted text-sm">
        A higher amount, a longer due time, and a risk score that is raised or switched off weaken control. A
        second person approves such a change. A change that also strengthens counts as weaker as a whole.
        Stricter settings take effect at once.
      </p>
      {missing !== null && <Banner title="Weaker settings are not possible">{missing}</Banner>}
      {isWeaker && missing === null && (
        <TextArea
          label="Reason for weaker settings"
          help="The second person and the audit log see it."
          value={reason}
          limit={5_000}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {isWeaker && isWaiting && (
        <p className="text-muted text-sm">A proposal is open. Answer or withdraw it first.</p>
      )}
      <div>
        <Button
          isPending={isPending}
          isDisabled={isWeaker && (missing !== null || isWaiting || reason.trim() === '')}
          onPress={() =>
            void act(() => setDeskAction({ businessId, secondFromEur, dueHours, riskScoreFrom, reason }), {
              failed: 'Not saved',
              done: ({ state }) => (state === 'saved' ? 'Saved' : 'Proposed for approval'),
            })
          }
        >
          {isWeaker ? 'Propose settings' : 'Save settings'}
        </Button>
      </div>
    </div>
  );
}
