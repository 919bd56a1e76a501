import { createMessages } from './create-messages.ts';

/** Texts of a list's search, filters and active filters. */
export const tListFiltersPanel = createMessages({
  open: 'Filter',
  title: 'Filter the list',
  apply: 'Apply',
  groups: { choice: 'Properties', exact: 'Exact matches', id: 'IDs', amount: 'Amounts', days: 'Dates' },
  choice: { others: 'Other reported values', empty: 'No values yet.' },
  amount: {
    currency: 'Currency',
    atLeast: 'At least',
    atMost: 'At most',
    submit: 'Filter',
    invalid: 'Use digits and a decimal point, such as 49.90.',
    invalidSigned: 'Use digits and a decimal point, such as 49.90 or -0.05.',
  },
  days: {
    from: 'First day',
    to: 'Last day',
    note: 'Days in the time zone of the business. Both days are included.',
    relative: {
      today: 'Today',
      yesterday: 'Yesterday',
      'last-7-days': 'Last 7 days',
      'last-30-days': 'Last 30 days',
      'last-90-days': 'Last 90 days',
      'this-month': 'This month',
      'last-month': 'Last month',
      'this-year': 'This year',
    },
  },
  id: {
    help: 'Separate several IDs with commas.',
    invalid: 'Enter whole IDs, such as 7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12.',
    tooMany: 'Enter at most {maximum, plural, one {# ID} other {# IDs}}.',
    full: 'You have reached the limit of IDs. Remove another filter first.',
  },
  active: {
    clear: 'Clear all',
    daysBetween: '{from} – {to}',
    daysFrom: 'since {day}',
    daysTo: 'until {day}',
    amount: '{amount} {currency}',
    amountBetween: '{from} – {to} {currency}',
    amountFrom: 'at least {amount} {currency}',
    amountTo: 'at most {amount} {currency}',
    selected: 'Selected rows',
    excluded: 'Excluded rows',
  },
  ignored: {
    sort: 'sort order',
    only: 'selected rows',
    page: 'page',
    open: 'open row',
  },
  noMatch: {
    title: 'No matching rows',
    advice: 'Search matches the start of a word. Rows must match every filter.',
    clear: 'Show all rows',
  },
  search: 'Search {fields}',
  changed: 'The list has changed. Select the rows again.',
});
