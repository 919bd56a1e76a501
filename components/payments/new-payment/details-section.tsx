'use client';

import { Section } from '#components/shell/section.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { maximumNoteLength } from '#lib/annotations/model.ts';
import { tCreationDetails } from '#lib/messages/creation-details.ts';
import type { TypedDetails } from './typed-details.ts';

/** The fields for a note and labels, which the payment has as soon as it is created. */
export function DetailsSection({
  details,
  onChange,
}: {
  details: TypedDetails;
  onChange: (details: TypedDetails) => void;
}) {
  const isHydrated = useHydrated();
  return (
    <Section title={tCreationDetails('title')}>
      <div className="flex flex-col gap-4 py-1">
        <TextField
          label={tCreationDetails('labels')}
          help={tCreationDetails('labelsHelp')}
          optional
          autoComplete="off"
          disabled={!isHydrated}
          value={details.labels}
          onChange={(event) => onChange({ ...details, labels: event.target.value })}
        />
        <TextArea
          label={tCreationDetails('note')}
          help={tCreationDetails('noteHelp')}
          optional
          dir="auto"
          limit={maximumNoteLength}
          disabled={!isHydrated}
          value={details.note}
          onChange={(event) => onChange({ ...details, note: event.target.value })}
        />
      </div>
    </Section>
  );
}
