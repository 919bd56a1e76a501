import { createMessages } from './create-messages.ts';

/** Texts that every part of the product uses. */
export const tControls = createMessages({
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyFailed: {
    title: 'Not copied',
    detail: 'Your browser blocked it. Select the text and copy it yourself.',
  },
  copyNamed: 'Copy {name}',
  invisibleCharacter: 'Invisible character',
  next: 'Next',
  noMatches: 'No matches.',
  notReported: 'Not reported',
  notifications: 'Notifications',
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
  tooLong: 'Use at most {limit} characters. You typed {length}.',
  unknown: 'Unknown: {reason}',
  viewInExplorer: 'See {name} in a block explorer',
});
