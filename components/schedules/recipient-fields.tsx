'use client';

import { Checkbox } from '#components/ui/checkbox.tsx';
import { tSchedules } from '#lib/messages/schedules.ts';
import type { SchedulesView } from '#lib/schedules/schema.ts';

export const toIds = (text: string): readonly string[] => text.split(',').filter((id) => id !== '');

/** Chooses recipients among the people whose role allows the report. The value is a list of ids with commas. */
export function RecipientFields({
  people,
  allowed,
  value,
  error,
  onChange,
}: {
  people: SchedulesView['people'];
  allowed: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const chosen = toIds(value);
  const offered = people.filter(({ personId }) => allowed.includes(personId));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium text-ink text-sm">{tSchedules('fields.recipients')}</legend>
      <p className="text-muted text-xs">
        {tSchedules(offered.length === 0 ? 'fields.noRecipients' : 'fields.recipientsHelp')}
      </p>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {offered.map(({ personId, name }) => (
          <Checkbox
            key={personId}
            label={name}
            checked={chosen.includes(personId)}
            onChange={({ target }) =>
              onChange(
                (target.checked ? [...chosen, personId] : chosen.filter((id) => id !== personId)).join(','),
              )
            }
          />
        ))}
      </div>
      {error && <p className="text-bad text-xs">{error}</p>}
    </fieldset>
  );
}
