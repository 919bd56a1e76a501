import { createMessages } from './create-messages.ts';

/** Texts of a rule's backtest: its form, progress and result. */
export const tBacktest = createMessages({
  title: 'Backtest',
  intro: {
    deposit:
      'A backtest checks past deposits with version {number} of this rule. The backtest opens no cases. The days use the time zone {zone}.',
    withdrawal:
      'A backtest checks past withdrawals with version {number} of this rule. The backtest opens no cases. The days use the time zone {zone}.',
  },
  from: 'First day',
  to: 'Last day',
  run: 'Run backtest',
  notStarted: 'The backtest couldn’t be started',
  stop: 'Stop backtest',
  stopped: 'Backtest stopped',
  notStopped: 'The backtest couldn’t be stopped',
  noSource: 'No source of risk data connected',
  noSourceNote:
    'Payments can’t be refreshed from the service, so a backtest finds no EUR amounts, totals or risk assessments.',
  progress: 'Backtest progress',
  checked: '{percent}% · {count} records checked',
  result: {
    deposit:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# deposit} other {# deposits}}.',
    withdrawal:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# withdrawal} other {# withdrawals}}.',
  },
  existing:
    '{count, plural, =0 {None of these cases exists yet.} one {# of these cases already exists.} other {# of these cases already exist.}}',
  daily: 'The rule would open about {all} cases a day. About {withoutCase} of these cases would be new.',
  end: {
    full: 'The backtest stopped because the rule matches too many records. Narrow the rule, then run the backtest again.',
    stopped: 'The backtest was stopped before it finished.',
  },
  range: '<from></from> to <until></until>, run by {person}',
  weeks: {
    table: 'Cases by week',
    week: 'Week beginning',
    share: 'Cases, compared with the week that has the most cases',
    cases: 'Possible cases',
    existing: 'Existing cases',
  },
  legend: { label: 'Meaning of the bar colors', isNew: 'New cases', existing: 'Existing cases' },
  overlap: {
    title: 'Overlap with other rules and reasons',
    table: 'Other reasons for the existing cases',
    reason: 'Reason',
    hits: 'Matching records with this reason',
    share: 'Share of all matching records',
    percent: '{percent}%',
    note: 'If the share is high, another rule or reason already opens most of these cases.',
  },
  hits: {
    table: 'Matching records',
    amount: 'Amount',
    received: 'Received at',
    isNew: 'New case',
    openCase: 'View case',
    page: 'Page {page} of {pages}',
  },
});
