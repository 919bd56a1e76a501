import { createMessages } from './create-messages.ts';

/** Texts that every part of the product uses. */
export const tControls = createMessages({
  age: {
    days: '{days, number} {days, plural, one {day} other {days}}',
    hours: '{hours} h',
    underDay: 'Less than a day',
    underHour: 'Under 1 h',
  },
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: {
    title: 'Couldn’t copy',
    detail: 'Your browser blocked copying. Select the text and copy it yourself.',
  },
  copyNamed: 'Copy {name}',
  fieldsNotReported: '{count, plural, one {# field not reported} other {# fields not reported}}',
  invisibleCharacter: 'Invisible character',
  next: 'Next',
  noMatches: 'No matches.',
  notReported: 'Not reported',
  notifications: 'Messages',
  optional: 'optional',
  pages: 'Pages of the list',
  previous: 'Previous',
  removeFilter: 'Remove filter {label}: {value}',
  search: 'Search',
  timeLeft: {
    hours: '{hours} h',
    hoursAndMinutes: '{hours} h {minutes} min',
    minutes: '{minutes} min',
    remaining: '{duration} left',
  },
  timesInZone: 'Times in {zone}',
  useOwnZone: 'Use my time zone',
  useBusinessZone: 'Use the time zone of the business',
  tooLong: 'Use at most {limit} characters. You typed {length}.',
  unknown: 'Unknown: {reason}',
  viewInExplorer: 'View {name} in a block explorer',
});

/** Labels of filters that several lists share. */
export const tListFilters = createMessages({
  assessment: { label: 'Risk assessment', never: 'Not yet assessed' },
  assignee: { me: 'Me', nobody: 'Unassigned', others: 'Other people' },
  boolean: { false: 'No', true: 'Yes' },
  label: 'Label',
});
