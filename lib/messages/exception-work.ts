import { createMessages } from './create-messages.ts';

/** Texts for assigning, noting, resolving and reopening exceptions, one or many. */
export const tExceptionWork = createMessages({
  actions: {
    handle: 'Update<hidden> exception {name}</hidden>',
    reopen: 'Reopen exception',
    reopenOne: 'Reopen<hidden> exception {name}</hidden>',
    resolve: 'Resolve exception',
    save: 'Save changes',
  },
  key: 'Choose a reason, then resolve or reopen',
  fields: {
    assignee: 'Assignee',
    note: 'Note',
    noReason: 'Choose a reason',
    noteHelp: 'Describe what you found out. Your colleagues can read this note.',
    unassigned: 'Unassigned',
  },
  dialog: {
    description: 'Assign the exception, add a note, or choose a reason and resolve it.',
  },
  payment: {
    reopen: 'Reopen exception',
    gone: 'The exception was not changed, because it is no longer resolved.',
  },
  toasts: {
    reopened: 'Exception reopened',
    resolved: 'Exception resolved',
    saved: 'Exception updated',
  },
  conflict: {
    title: 'Saving now replaces your colleague’s changes',
    assignedTo: 'The exception is now assigned to {name}.',
    note: 'Your colleague’s note: {note}',
    unassigned: 'The exception is now unassigned.',
  },
  selection: {
    assign: 'Assign selected',
    reopen: 'Reopen selected',
    resolve: 'Resolve selected',
    confirm: '{count, plural, one {Resolve # exception} other {Resolve # exceptions}}',
    legend: 'Actions for the selected exceptions',
    noteHelp: 'This text is added to the note of each selected exception.',
    question: '{count, plural, one {Resolve # exception?} other {Resolve # exceptions?}}',
    text: 'Resolved exceptions leave the list. An exception appears again if its payment has a new problem.',
    tooMany:
      'You can change up to {maximum, number} exceptions at once. Narrow the list with filters to select fewer exceptions.',
  },
  outcome: {
    assigned: '{count, plural, one {Assigned # exception} other {Assigned # exceptions}}',
    reopened: '{count, plural, one {Reopened # exception} other {Reopened # exceptions}}',
    resolved: '{count, plural, one {Resolved # exception} other {Resolved # exceptions}}',
    none: 'No exceptions were changed',
    unchanged:
      '{count, plural, one {# exception was left unchanged.} other {# exceptions were left unchanged.}}',
    unseen:
      '{count, plural, one {# exception wasn’t resolved because it has a new reason. Review the exception, then resolve it.} other {# exceptions weren’t resolved because they have new reasons. Review them, then resolve them.}}',
    addedSince:
      '{count, plural, one {# newer exception wasn’t changed. It was added after you made your selection.} other {# newer exceptions weren’t changed. They were added after you made your selection.}}',
    manyAddedSince:
      'More than {count, number} newer exceptions weren’t changed, because they were added after you made your selection.',
    partly: 'Some exceptions may have been changed',
  },
  errors: {
    address: 'A filter in the page address isn’t valid. Select the exceptions again.',
    reason: 'Choose a resolution reason.',
    changed: 'A colleague has just changed this exception. Review the exception, then try again.',
    connection: 'The connection was lost. Try again.',
    assignee: 'This person can’t be assigned. Choose a colleague with the role Finance or Owner.',
    assigneeField: 'Choose a colleague with the role Finance or Owner',
    newReasons:
      'New reasons since you opened this exception: {reasons}. Review the exception, then resolve it.',
    notFound: 'This exception doesn’t exist.',
    noteTooLong: 'Use at most {maximum, number} characters',
    tooMany:
      'More than {maximum, number} exceptions are selected. Narrow the list with filters to select fewer exceptions.',
  },
  formerColleague: 'Former member',
});
