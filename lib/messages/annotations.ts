import { createMessages } from './create-messages.ts';

/** Texts of notes and labels: on a record, in lists, and in the business's own labels. */
export const tAnnotations = createMessages({
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
