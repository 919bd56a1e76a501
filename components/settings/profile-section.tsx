'use client';

import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraft } from '#components/drafts/use-draft.ts';
import { loadRules } from '#components/query/load-rules.ts';
import { useAction } from '#components/query/use-action.ts';
import { toLocaleTag } from '#components/shell/locale.ts';
import { useBrowserLocale } from '#components/shell/person-locale.tsx';
import { Section } from '#components/shell/section.tsx';
import { SingleKeysSwitch } from '#components/shell/single-keys-switch.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatShortTime } from '#components/ui/format-time.ts';
import { useLocaleSettings, useNow } from '#components/ui/locale-context.ts';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tSettings } from '#lib/messages/settings.ts';
import { changeProfileAction } from '#lib/people/actions.ts';
import { toHourCycle } from '#lib/people/model-hour-cycle.ts';
import type { Profile } from '#lib/people/schema.ts';
import { EmailField } from './email-field.tsx';
import { listLocaleChoices } from './locale-choices.ts';
import { ThemeField } from './theme-field.tsx';

const loadProfileRules = async () => (await import('#lib/people/schema.ts')).changeProfileForm;

const toTexts = ({ name, locale, hourCycle }: Profile) => ({
  name,
  locale: locale ?? '',
  hourCycle: hourCycle ?? '',
});

/** The name of the person, and how numbers and times are shown to them. */
export function ProfileSection({
  businessId,
  email,
  isMailOn,
  initial,
}: {
  businessId: string;
  email: string;
  isMailOn: boolean;
  initial: Profile;
}) {
  const isHydrated = useHydrated();
  const { act, isPending } = useAction(businessId, 'settings', { refresh: true });
  const [profile, setProfile] = useState(initial);
  const [rules, setRules] = useState<Awaited<ReturnType<typeof loadProfileRules>> | null>(null);
  const checked = rules?.safeParse({ ...profile, businessId });
  const saved = toTexts(initial);
  const draft = useDraft({
    businessId,
    form: 'profile',
    subject: 'settings',
    values: toTexts(profile),
    initial: saved,
    fill: ({ name = saved.name, locale = saved.locale, hourCycle = saved.hourCycle }) =>
      setProfile({ name, locale: locale === '' ? null : locale, hourCycle: toHourCycle(hourCycle) }),
  });
  const save = async () => {
    const failed = tSettings('profile.failed');
    const loaded = rules ?? (await loadRules(loadProfileRules, { failed }));
    setRules(loaded);
    const parsed = loaded?.safeParse({ ...profile, businessId });
    if (!parsed?.success) return;
    const result = await act(() => changeProfileAction(parsed.data), {
      done: tSettings('profile.saved'),
      failed,
    });
    if (result !== null) draft.sent();
  };
  return (
    <Section title={tSettings('profile.title')}>
      <form
        className="grid max-w-form gap-4"
        method="post"
        noValidate
        // A failure is shown when the form is sent.
        onFocusCapture={() => void loadProfileRules().then(setRules, () => undefined)}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={tSettings('profile.name')}
          name="name"
          autoComplete="name"
          value={profile.name}
          limit={120}
          error={checked?.error?.issues.find(({ path }) => path[0] === 'name')?.message}
          onChange={(event) => setProfile({ ...profile, name: event.target.value })}
        />
        <EmailField businessId={businessId} email={email} isMailOn={isMailOn} />
        <Select
          label={tSettings('profile.locale')}
          name="locale"
          help={tSettings('profile.localeHelp')}
          choices={listLocaleChoices(initial.locale)}
          value={profile.locale ?? ''}
          onChange={({ target }) =>
            setProfile({ ...profile, locale: target.value === '' ? null : target.value })
          }
        />
        <RadioGroup
          label={tSettings('profile.hourCycle')}
          name="hourCycle"
          appearance="segments"
          choices={(['default', 'h23', 'h12'] as const).map((value) => ({
            value,
            label: tSettings(`profile.hourCycles.${value}`),
          }))}
          value={profile.hourCycle ?? 'default'}
          onChange={({ target }) => setProfile({ ...profile, hourCycle: toHourCycle(target.value) })}
        />
        <Preview profile={profile} />
        <ThemeField />
        <SingleKeysSwitch />
        <DraftNotice draft={draft} />
        <div>
          <Button
            type="submit"
            variant="primary"
            isPending={isPending}
            isDisabled={!isHydrated || checked?.success === false}
          >
            {tSettings('profile.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** A time and a number as the selected settings show them. */
function Preview({ profile }: { profile: Profile }) {
  const { zone } = useLocaleSettings();
  const locale = toLocaleTag(profile, useBrowserLocale());
  const now = useNow();
  return (
    <p className="text-muted text-sm tabular-nums" suppressHydrationWarning>
      {tSettings('profile.preview')}: {formatShortTime(now, locale, zone)} ·{' '}
      {new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(1234567.5)}
    </p>
  );
}
