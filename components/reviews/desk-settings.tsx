'use client';

import { useState } from 'react';
import { AmountText } from '#components/money/amount-text.tsx';
import { useAct } from '#components/query/use-act.ts';
import { Section } from '#components/shell/section.tsx';
import { AmountField } from '#components/ui/amount-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { setDeskAction } from '#lib/reviews/actions.ts';
import type { DeskFigures } from '#lib/reviews/schema-figures.ts';

type Given = { businessId: string; settings: DeskFigures['settings']; maySet: boolean };

/** How the desk works. Owners change them; every change is in the audit log. */
export function DeskSettings({ businessId, settings, maySet }: Given) {
  return (
    <Section title="Settings of the desk">
      {maySet ? (
        <Form businessId={businessId} settings={settings} />
      ) : (
        <DescriptionList>
          <Fact label="A second person from">
            <AmountText amount={settings.secondFromEur} currency="EUR" />
          </Fact>
          <Fact label="Due after">{settings.dueHours} hours</Fact>
          <Fact label="Risk score from">{settings.riskScoreFrom ?? 'Off: the scale is not known'}</Fact>
        </DescriptionList>
      )}
    </Section>
  );
}

function Form({ businessId, settings }: Omit<Given, 'maySet'>) {
  const { act, isPending } = useAct(businessId, 'reviews', { refresh: true });
  const [secondFromEur, setSecondFrom] = useState<string>(settings.secondFromEur);
  const [dueHours, setDueHours] = useState(String(settings.dueHours));
  const [riskScoreFrom, setScoreFrom] = useState<string>(settings.riskScoreFrom ?? '');
  return (
    <div className="flex flex-col gap-3">
      <AmountField
        label="A second person confirms from"
        help="Of the credited EUR amount. Where that is not known, and for a report, always."
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
      <div>
        <Button
          isPending={isPending}
          onPress={() =>
            void act(() => setDeskAction({ businessId, secondFromEur, dueHours, riskScoreFrom }), {
              failed: 'Not saved',
              done: 'Saved',
            })
          }
        >
          Save settings
        </Button>
      </div>
    </div>
  );
}
