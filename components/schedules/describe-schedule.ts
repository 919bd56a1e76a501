import { tAccounting } from '#lib/messages/accounting.ts';
import { tSchedules } from '#lib/messages/schedules.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import type { ReportSubject } from '#lib/schedules/model/content.ts';
import type { Timing } from '#lib/schedules/model/next-run.ts';
import type { ScheduleView } from '#lib/schedules/schema.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The days of a week by their number, from 1. */
export const weekdayChoices = weekdays.map((day, index) => ({
  value: String(index + 1),
  label: tSchedules(`weekday.${day}`),
}));

export const nameList = (list: ViewList): string => tSchedules(`list.${list}`);

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Describes a report: "Statement in EUR", or "Payments, Expired, as XLSX". */
export function describeReport({ subject, viewName }: Pick<ScheduleView, 'subject' | 'viewName'>): string {
  if (subject.kind === 'statement') return tSchedules('subject.statement', { currency: subject.currency });
  if (subject.kind === 'all') return tSchedules('subject.all');
  if (subject.kind === 'journal') {
    const target = tAccounting(`target.${subject.target}`);
    return tSchedules('subject.journal', { target, currency: subject.currency });
  }
  const list = nameList(subject.list);
  const view = viewName ?? describeMissing(subject);
  if (subject.kind === 'view') return tSchedules('subject.view', { list, view });
  return tSchedules('subject.export', { list, view, format: tSchedules(`formatName.${subject.format}`) });
}

const describeMissing = (subject: Extract<ReportSubject, { viewId: unknown }>): string =>
  subject.viewId === null ? tSchedules('fields.wholeList').toLowerCase() : tSchedules('subject.goneView');

/** Describes when a schedule runs: "Every Monday at 08:00". */
export function describeTiming({ cadence, day, hour }: Timing): string {
  const time = formatHour(hour);
  if (cadence === 'daily') return tSchedules('when.daily', { hour: time });
  if (cadence === 'monthly') return tSchedules('when.monthly', { day: String(day), hour: time });
  const weekday = weekdayChoices.find(({ value }) => value === String(day))?.label ?? '';
  return tSchedules('when.weekly', { weekday, hour: time });
}
