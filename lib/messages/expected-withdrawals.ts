import { createMessages } from './create-messages.ts';

/** Texts about withdrawals that the business expects. */
export const tExpectedWithdrawals = createMessages({
  title: 'Expected withdrawals',
  open: 'Expected withdrawals',
  description:
    'List the client withdrawal IDs that you gave the service. Finance and owners are notified of any other withdrawal, and of a second one with the same ID. Both are listed on Overview.',
  back: 'Withdrawals',
  form: {
    title: 'Add to the list',
    ids: 'Client withdrawal IDs',
    help: 'Enter one ID per line, or choose a CSV file. Its column “Client withdrawal ID” is used, or else its first column. To accept a withdrawal without such an ID, or a second one with the same ID, enter its withdrawal ID.',
    file: 'CSV file',
    chooseFile: 'Choose CSV file',
    add: 'Add IDs',
    done: '{count, plural, =0 {All of these IDs were on the list} one {# ID added} other {# IDs added}}',
    failed: 'The IDs couldn’t be added',
  },
  counts: {
    title: 'List',
    none: 'No IDs yet. Without a list, no withdrawal is compared.',
    expected: 'IDs on the list',
    waiting: 'Not reported yet',
    unexpected: 'Not expected',
    since: 'Compared since',
  },
  unexpected: {
    title: 'Not expected',
    none: 'All reported withdrawals are expected.',
    repeated: 'Same ID used before',
    id: 'Client withdrawal ID',
    status: 'Status',
    at: 'Reported at',
    noId: 'No client withdrawal ID',
    more: 'The newest {count, number} are shown.',
  },
  problem: {
    empty: 'Enter at least one ID.',
    tooMany: 'Add at most {count, number} IDs at once.',
    tooLong: 'Line {line, number} is longer than {count, number} characters.',
    notText: '{name} isn’t a text file.',
  },
});
