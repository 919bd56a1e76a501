import { createMessages } from './create-messages.ts';

/** Texts of notes on records. */
export const tNotes = createMessages({
  moreNotes: '+{count, number}<hidden> {count, plural, one {more note} other {more notes}}</hidden>',
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
