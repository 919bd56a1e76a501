import { createMessages } from './create-messages.ts';

/** Texts of notes and labels: on a record, in lists, and in the business's own labels. */
export const tAnnotations = createMessages({
  moreNotes: '+{count, number}<hidden> {count, plural, one {more note} other {more notes}}</hidden>',
  columns: { labels: 'Labels', latestNote: 'Latest note' },
  none: 'None',
  records: {
    payment: '{count, plural, one {# payment} other {# payments}}',
    deposit: '{count, plural, one {# deposit} other {# deposits}}',
    withdrawal: '{count, plural, one {# withdrawal} other {# withdrawals}}',
  },
  label: {
    field: 'Label',
    help: 'Choose a label or type a new one. All members of this business see the label.',
    add: 'Add',
    addLabel: 'Add label',
    empty: 'No labels.',
    remove: 'Remove label {name}',
    notRemoved: 'The label “{name}” couldn’t be removed',
    notAdded: 'The label couldn’t be added',
    retired: 'The label {name} is retired. You can’t add a retired label to more records.',
  },
  manage: {
    title: 'Labels',
    intro:
      'Add labels on the page of a payment, deposit or withdrawal. Records keep their retired labels, but you can’t add a retired label to more records.',
    records: '{count, plural, one {# record} other {# records}}',
    recordsAtLeast: '{count, number}+ records',
    name: 'Name of the label {name}',
    saveName: 'Save name',
    rename: 'Rename<hidden> {name}</hidden>',
    retire: 'Retire<hidden> {name}</hidden>',
    restore: 'Restore<hidden> {name}</hidden>',
    notChanged: 'The label “{name}” couldn’t be changed',
  },
});

/** Texts of labelling many records at once, and refusals of notes and labels. */
export const tAnnotationOutcomes = createMessages({
  selected: {
    open: 'Label selected {noun}',
    title: 'Label the selected {noun}',
    tooMany:
      'You can label up to {maximum, number} records at once. Narrow the list with filters to select fewer records.',
    loading: 'Loading selected {noun} …',
    loadFailed: 'The selected {noun} could not be loaded. Try again',
    add: 'Add label',
    addTo: 'Add label to {records}',
    remove: 'Remove label',
    progress: '{done, number} of {records} processed',
    stop: 'Stop labeling',
  },
  outcome: {
    added: 'Added label “{name}” to {records}',
    removed: 'Removed label “{name}” from {records}',
    undone: 'Undid the label change on {records}',
    undo: 'Undo',
    full: '{records} already {count, plural, one {has} other {have}} the maximum number of labels.',
    stopped: 'Labeling stopped. The labels of the other selected records are unchanged.',
    addFailed: 'No labels were changed',
    addUnknown: 'Some labels may have changed',
    undoFailed: 'The label change couldn’t be undone',
    undoUnknown: 'Some label changes may have been undone',
  },
});

/** Why notes and labels were refused. */
export const tAnnotationRefusals = createMessages({
  noRecord: {
    payment: 'This business has no payment with this ID.',
    deposit: 'This business has no deposit with this ID.',
    withdrawal: 'This business has no withdrawal with this ID.',
  },
  missingRecords: {
    payment: 'At least one of the selected payments doesn’t belong to this business. No labels were changed.',
    deposit: 'At least one of the selected deposits doesn’t belong to this business. No labels were changed.',
    withdrawal:
      'At least one of the selected withdrawals doesn’t belong to this business. No labels were changed.',
  },
  noNote: 'This business has no note with this ID.',
  noLabel: 'This business has no label with this ID.',
  noLabelNamed: 'The label “{name}” doesn’t exist.',
  retired: 'The label “{name}” is retired, so you can’t add it. An owner can restore the label.',
  tooManyLabels:
    'This business has the maximum of {count, number} labels. Choose an existing label, or ask an owner to rename one.',
  recordFull: {
    payment: 'A payment can have up to {maximum, number} labels. Remove a label before you add another one.',
    deposit: 'A deposit can have up to {maximum, number} labels. Remove a label before you add another one.',
    withdrawal:
      'A withdrawal can have up to {maximum, number} labels. Remove a label before you add another one.',
  },
  nameTaken: 'A label with this name already exists.',
  notAuthor: 'Only the author can edit a note.',
  editedElsewhere: 'You changed this note in another window. Reload the page, then edit the note again.',
  emptyNote: 'Enter a note.',
  emptyName: 'Enter a name for the label.',
  tooLong: 'Use at most {maximum, number} characters.',
  invisible: 'Remove invisible characters from this text.',
  tooManyAtOnce: 'You can change the labels of up to {maximum, number} records at once.',
});

/** Texts of notes on records. */
export const tNotes = createMessages({
  note: {
    title: 'Notes and labels',
    failed: 'The note couldn’t be saved',
    list: 'Notes',
    write: 'Write note',
    field: 'Note',
    editField: 'Edit note',
    add: 'Add note',
    save: 'Save note',
    edit: 'Edit',
    edited: 'edited',
    copy: 'Copy note',
    earlier: 'Earlier versions of this note',
    help: 'All members of this business can read the note.',
    helpForReviewers: 'All members of this business can read the note. Don’t mention review cases.',
    formerMember: 'Former member',
  },
});

/** Texts of mentions in notes. */
export const tMentions = createMessages({
  help: 'Type @ and a name to notify a colleague.',
  suggestions: 'Colleagues to mention',
  sameName: '@{name} ({count, number} people)',
  found:
    '{count, plural, =0 {No colleague has this name.} one {# colleague found. Press Tab to choose.} other {# colleagues found. Press Tab to choose.}}',
});
