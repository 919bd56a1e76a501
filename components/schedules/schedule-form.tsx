'use client';

import { ActionForm } from '#components/forms/action-form.tsx';
import type { ActionForm as Form } from '#components/forms/use-action-form.ts';
import { useActionForm } from '#components/forms/use-action-form.ts';
import { ProblemNote } from '#components/query/problem-note.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { journalModes } from '#lib/accounting/model/journal.ts';
import { journalTargets } from '#lib/accounting/model/targets.ts';
import type { DraftField } from '#lib/drafts/model.ts';
import { tAccounting } from '#lib/messages/accounting.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import { changeScheduleAction, createScheduleAction } from '#lib/schedules/actions.ts';
import { isOnList } from '#lib/schedules/model/content.ts';
import type { Cadence } from '#lib/schedules/model/next-run.ts';
import { cadences } from '#lib/schedules/model/next-run.ts';
import type { ReportChoice, SchedulesView, ScheduleView } from '#lib/schedules/schema.ts';
import { formatHour, nameList, weekdayChoices } from './describe-schedule.ts';
import { RecipientFields, toIds } from './recipient-fields.tsx';

const formats = ['xlsx', 'csv'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));
const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));

const toKey = ({ kind, list }: Pick<ReportChoice, 'kind' | 'list'>): string =>
  list === null ? kind : `${kind}:${list}`;

const labelChoice = ({ kind, list }: ReportChoice): string =>
  kind === 'view' || kind === 'export'
    ? tSchedules(`report.${kind}`, { list: list === null ? '' : nameList(list) })
    : tSchedules(`report.${kind}`);

/** Statements and accounting files are of one settlement currency. */
const hasCurrency = (choice: ReportChoice | undefined): boolean =>
  choice?.kind === 'statement' || choice?.kind === 'journal';

const toCadence = (text: string): Cadence => cadences.find((one) => one === text) ?? 'monthly';

type Fields = Readonly<Record<DraftField<'schedule'>, string>>;

const readTiming = ({ cadence, weekday, monthDay, hour }: Fields) => {
  const days = { daily: null, weekly: Number(weekday), monthly: Number(monthDay) };
  return { cadence: toCadence(cadence), day: days[toCadence(cadence)], hour: Number(hour) };
};

/** Schedules a report. */
export function NewScheduleForm({
  businessId,
  view,
  onClose,
}: {
  businessId: string;
  view: SchedulesView;
  onClose: () => void;
}) {
  const { choices, people, currencies } = view;
  const find = (key: string) => choices.find((choice) => toKey(choice) === key) ?? choices[0];
  const form = useActionForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'schedule',
    subject: 'new',
    initial: {
      name: '',
      view: '',
      format: 'xlsx',
      cadence: 'monthly',
      weekday: '1',
      monthDay: '1',
      hour: '8',
      report: choices[0] === undefined ? '' : toKey(choices[0]),
      recipients: '',
      currency: currencies[0] ?? '',
      target: 'csv',
      mode: 'event',
    },
    action: (fields) => {
      const choice = find(fields.report);
      const viewId = choice?.views.some(({ viewId: id }) => id === fields.view) ? fields.view : null;
      return createScheduleAction({
        businessId,
        name: fields.name,
        viewId,
        ...readTiming(fields),
        kind: choice?.kind ?? 'statement',
        list: choice?.list ?? null,
        currency: hasCurrency(choice) ? fields.currency : null,
        target:
          choice?.kind === 'journal' ? (journalTargets.find((one) => one === fields.target) ?? null) : null,
        mode: choice?.kind === 'journal' ? (journalModes.find((one) => one === fields.mode) ?? null) : null,
        format: choice?.kind === 'export' ? (formats.find((one) => one === fields.format) ?? null) : null,
        recipients: toIds(fields.recipients).filter((id) => listAllowed(choice, viewId).includes(id)),
      });
    },
    messages: { failed: tSchedules('notCreated'), done: tSchedules('created') },
    onDone: onClose,
  });
  const choice = find(form.fields.report);
  return (
    <ActionForm form={form} label={tSchedules('create')} onCancel={onClose}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label={tSchedules('fields.name')} {...form.field('name')} />
        <Select
          label={tSchedules('fields.report')}
          choices={choices.map((one) => ({ value: toKey(one), label: labelChoice(one) }))}
          {...form.field('report')}
        />
        {hasCurrency(choice) && (
          <Select
            label={tSchedules('fields.currency')}
            help={tSchedules(`fields.currencyHelp.${toCadence(form.fields.cadence)}`)}
            choices={currencies.map((value) => ({ value, label: value }))}
            {...form.field('currency')}
          />
        )}
        {choice?.kind === 'journal' && (
          <>
            <Select
              label={tSchedules('fields.target')}
              choices={journalTargets.map((value) => ({ value, label: tAccounting(`target.${value}`) }))}
              {...form.field('target')}
            />
            <Select
              label={tSchedules('fields.mode')}
              choices={journalModes.map((value) => ({ value, label: tAccounting(`mode.${value}`) }))}
              {...form.field('mode')}
            />
          </>
        )}
        {(choice?.kind === 'view' || choice?.kind === 'export') && (
          <Select
            label={tSchedules('fields.view')}
            choices={[
              { value: '', label: tSchedules('fields.wholeList') },
              ...choice.views.map(({ viewId, name }) => ({ value: viewId, label: name })),
            ]}
            {...form.field('view')}
          />
        )}
        {choice?.kind === 'export' && (
          <Select
            label={tSchedules('fields.format')}
            choices={formats.map((value) => ({ value, label: tSchedules(`format.${value}`) }))}
            {...form.field('format')}
          />
        )}
      </div>
      <TimingFields form={form} />
      <RecipientFields
        people={people}
        allowed={listAllowed(choice, form.fields.view)}
        value={form.fields.recipients}
        error={form.errors['recipients']?.[0]}
        onChange={(recipients) => form.set({ recipients })}
      />
      {Object.keys(form.problem?.fieldErrors ?? {}).length === 0 && <ProblemNote problem={form.problem} />}
    </ActionForm>
  );
}

/** Returns the people who may receive a report with a view. */
const listAllowed = (choice: ReportChoice | undefined, viewId: string | null): readonly string[] => {
  if (choice === undefined) return [];
  return viewId !== null && choice.riskViews.includes(viewId) ? choice.riskPeople : choice.people;
};

/** Changes the name, the time and the recipients of a schedule. */
export function ChangeScheduleForm({
  businessId,
  view,
  schedule,
  onClose,
}: {
  businessId: string;
  view: SchedulesView;
  schedule: ScheduleView;
  onClose: () => void;
}) {
  const { scheduleId, name, subject, timing } = schedule;
  const { cadence, day, hour } = timing;
  const list = isOnList(subject) ? subject.list : null;
  const choice = view.choices.find((one) => one.kind === subject.kind && one.list === list);
  const withRisk = isOnList(subject) && subject.withRisk;
  const allowed = (withRisk ? choice?.riskPeople : choice?.people) ?? [];
  const form = useActionForm({
    businessId,
    refresh: true,
    inForm: true,
    draft: 'schedule',
    subject: scheduleId,
    initial: {
      name,
      cadence,
      report: '',
      view: '',
      currency: '',
      format: '',
      hour: String(hour),
      target: '',
      mode: '',
      weekday: cadence === 'weekly' ? String(day) : '1',
      monthDay: cadence === 'monthly' ? String(day) : '1',
      recipients: schedule.recipients.map(({ personId }) => personId).join(','),
    },
    action: (fields) =>
      changeScheduleAction({
        businessId,
        scheduleId,
        name: fields.name,
        ...readTiming(fields),
        recipients: toIds(fields.recipients).filter((id) => allowed.includes(id)),
      }),
    messages: { failed: tSchedules('notSaved'), done: tSchedules('saved') },
    onDone: onClose,
  });
  return (
    <ActionForm form={form} label={tSchedules('save')} onCancel={onClose}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField label={tSchedules('fields.name')} {...form.field('name')} />
      </div>
      <TimingFields form={form} />
      <RecipientFields
        people={view.people}
        allowed={allowed}
        value={form.fields.recipients}
        error={form.errors['recipients']?.[0]}
        onChange={(recipients) => form.set({ recipients })}
      />
      {Object.keys(form.problem?.fieldErrors ?? {}).length === 0 && <ProblemNote problem={form.problem} />}
    </ActionForm>
  );
}

function TimingFields({ form }: { form: Form<DraftField<'schedule'>> }) {
  const cadence = toCadence(form.fields.cadence);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label={tSchedules('fields.cadence')}
        choices={cadences.map((value) => ({ value, label: tSchedules(`cadence.${value}`) }))}
        {...form.field('cadence')}
      />
      {cadence === 'weekly' && (
        <Select
          label={tSchedules('fields.weekday')}
          choices={weekdayChoices}
          {...form.field('weekday', form.errors['day']?.[0])}
        />
      )}
      {cadence === 'monthly' && (
        <Select
          label={tSchedules('fields.monthDay')}
          help={tSchedules('fields.monthDayHelp')}
          choices={monthDays}
          {...form.field('monthDay', form.errors['day']?.[0])}
        />
      )}
      <Select label={tSchedules('fields.hour')} choices={hours} {...form.field('hour')} />
    </div>
  );
}
