'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tNotificationSettings } from '#lib/messages/notifications.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { setNotificationsAction } from '#lib/notifications/actions.ts';
import { deliveries, listDeliveries } from '#lib/notifications/model.ts';
import type { NotificationSettings } from '#lib/notifications/schema.ts';
import { fromDraftTexts, toDraftTexts } from './notification-draft.ts';

/** The night, for people who turn quiet hours on. */
const suggestedHours = { from: '20:00', until: '07:00' };

const listZones = (current: string) =>
  [
    ...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))]),
  ].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

/** Label and choice are on one line, except on a phone. A note is below the choice. */
const choiceStyle =
  'sm:grid sm:grid-cols-[1fr_17rem] sm:items-center sm:gap-x-4 sm:[&>:nth-child(n+3)]:col-start-2';

/** How the person gets each kind of notification of the business, and when emails wait. Opens on demand. */
export function NotificationChoices({
  businessId,
  initial,
}: {
  businessId: string;
  initial: NotificationSettings;
}) {
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const [isZoneOpen, setZoneOpen] = useState(false);
  const form = useActionForm({
    businessId,
    kind: 'settings',
    refresh: true,
    draft: 'notification-choices',
    fields: [],
    subject: 'settings',
    initial: toDraftTexts(initial),
    action: (texts) => {
      const { kinds, timeZone, quietHours } = fromDraftTexts(texts, initial);
      return setNotificationsAction({ businessId, choices: [...kinds], timeZone, quietHours });
    },
    messages: { done: tNotificationSettings('saved'), failed: tNotificationSettings('failed') },
    onDone: () => setZoneOpen(false),
  });
  // A restored draft opens the choices. They stay open after it was sent.
  if (form.draft.restoredAt !== null && !isOpen) setOpen(true);
  const choices = fromDraftTexts(form.fields, initial);
  const { kinds, timeZone, quietHours } = choices;
  const change = (changed: Partial<NotificationSettings>) =>
    form.set(toDraftTexts({ ...choices, ...changed }));
  const isValid =
    quietHours === null ||
    (quietHours.from !== '' && quietHours.until !== '' && quietHours.from !== quietHours.until);
  return (
    <Disclosure title={tSettings('notifications.choose')} open={isOpen}>
      <form
        className="grid max-w-form gap-4"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) void form.submit();
        }}
      >
        <p className="text-muted text-sm">{tNotificationSettings('explanation')}</p>
        {kinds.map(({ kind, delivery }) => {
          const allowed = listDeliveries(kind);
          const isMailedElsewhere = allowed.length < deliveries.length;
          return (
            <Select
              key={kind}
              className={choiceStyle}
              label={tNotificationSettings(`kind.${kind}`)}
              {...(isMailedElsewhere && {
                help: tNotificationSettings('alwaysMailed'),
              })}
              choices={allowed.map((value) => ({ value, label: tNotificationSettings(`delivery.${value}`) }))}
              value={delivery}
              onChange={({ target }) => {
                const chosen = allowed.find((value) => value === target.value);
                if (chosen === undefined) return;
                change({ kinds: kinds.map((row) => (row.kind === kind ? { kind, delivery: chosen } : row)) });
              }}
            />
          );
        })}
        <p className="text-muted text-sm">{tNotificationSettings('dailyTime', { zone: initial.timeZone })}</p>
        {isZoneOpen || timeZone !== initial.timeZone ? (
          <Select
            label={tNotificationSettings('timeZone')}
            autoFocus
            choices={listZones(initial.timeZone)}
            value={timeZone}
            onChange={({ target }) => change({ timeZone: target.value })}
          />
        ) : (
          <div>
            <Button size="sm" onPress={() => setZoneOpen(true)}>
              {tNotificationSettings('changeZone')}
            </Button>
          </div>
        )}
        <Switch
          label={tNotificationSettings('quiet')}
          help={tNotificationSettings('quietHelp')}
          checked={quietHours !== null}
          onChange={({ target }) => change({ quietHours: target.checked ? suggestedHours : null })}
        />
        {quietHours !== null && (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              type="time"
              label={tNotificationSettings('from')}
              required
              value={quietHours.from}
              onChange={({ target }) => change({ quietHours: { ...quietHours, from: target.value } })}
            />
            <TextField
              type="time"
              label={tNotificationSettings('until')}
              required
              error={
                quietHours.from === quietHours.until ? tNotificationSettings('problem.noDuration') : undefined
              }
              value={quietHours.until}
              onChange={({ target }) => change({ quietHours: { ...quietHours, until: target.value } })}
            />
          </div>
        )}
        <DraftNotice draft={form.draft} />
        <div>
          <Button type="submit" isPending={form.isPending} isDisabled={!isHydrated || !isValid}>
            {tNotificationSettings('save')}
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}
