'use client';

import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useActionForm } from '#components/forms/use-action-form.ts';
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

type ProfileTexts = Readonly<Record<keyof Profile, string>>;

const toTexts = ({ name, locale, hourCycle }: Profile): ProfileTexts => ({
  name,
  locale: locale ?? '',
  hourCycle: hourCycle ?? '',
});

/** An empty text follows the browser. */
const toProfile = ({ name, locale, hourCycle }: ProfileTexts): Profile => ({
  name,
  locale: locale === '' ? null : locale,
  hourCycle: toHourCycle(hourCycle),
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
  const { fields, field, set, draft, isPending, submit } = useActionForm({
    businessId,
    kind: 'settings',
    refresh: true,
    draft: 'profile',
    fields: ['name', 'locale'],
    subject: 'settings',
    initial: toTexts(initial),
    action: (texts) => changeProfileAction({ businessId, ...toProfile(texts) }),
    messages: { done: tSettings('profile.saved'), failed: tSettings('profile.failed') },
  });
  return (
    <Section title={tSettings('profile.title')}>
      <form
        className="grid max-w-form gap-4"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={tSettings('profile.name')}
          name="name"
          autoComplete="name"
          limit={120}
          {...field('name')}
        />
        <EmailField businessId={businessId} email={email} isMailOn={isMailOn} />
        <Select
          label={tSettings('profile.locale')}
          name="locale"
          help={tSettings('profile.localeHelp')}
          choices={listLocaleChoices(initial.locale)}
          {...field('locale')}
        />
        <RadioGroup
          label={tSettings('profile.hourCycle')}
          name="hourCycle"
          appearance="segments"
          choices={(['default', 'h23', 'h12'] as const).map((value) => ({
            value,
            label: tSettings(`profile.hourCycles.${value}`),
          }))}
          value={fields.hourCycle === '' ? 'default' : fields.hourCycle}
          onChange={({ target }) => set({ hourCycle: toHourCycle(target.value) ?? '' })}
        />
        <Preview profile={toProfile(fields)} />
        <ThemeField />
        <SingleKeysSwitch />
        <DraftNotice draft={draft} />
        <div>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isHydrated}>
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
