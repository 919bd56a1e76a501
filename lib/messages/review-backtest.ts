import { createMessages } from './create-messages.ts';

/** Texts of a rule's backtest: its form, progress and result. */
export const tBacktest = createMessages({
  title: 'Backtest',
  intro: {
    deposit: 'Checks past deposits with version {number}. No cases are opened. Days are in {zone}.',
    withdrawal: 'Checks past withdrawals with version {number}. No cases are opened. Days are in {zone}.',
  },
  from: 'From',
  to: 'To',
  run: 'Run backtest',
  notStarted: 'Backtest not started',
  stop: 'Stop',
  stopped: 'Backtest stopped',
  notStopped: 'Backtest not stopped',
  noSource: 'No risk source connected',
  noSourceNote: 'Payments can’t be read, so EUR amounts, totals and assessments are missing.',
  progress: 'Backtest progress',
  checked: '{percent}% · {count} checked',
  result: {
    deposit:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# deposit} other {# deposits}}.',
    withdrawal:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# withdrawal} other {# withdrawals}}.',
  },
  existing:
    '{count, plural, =0 {None of them exists yet.} one {# of them already exists.} other {# of them already exist.}}',
  end: {
    full: 'The backtest stopped because the rule matches too many records. Narrow the rule.',
    stopped: 'The backtest was stopped early.',
  },
  range: '<from></from> to <until></until>, run by {person}',
  weeks: {
    table: 'Cases by week',
    week: 'Week of',
    share: 'Share of the busiest week',
    cases: 'Cases',
    existing: 'Existing',
  },
  hits: {
    table: 'Matching records',
    amount: 'Amount',
    received: 'Received',
    isNew: 'New',
    openCase: 'Open case',
    page: 'Page {page} of {pages}',
  },
});
