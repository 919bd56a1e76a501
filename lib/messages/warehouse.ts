import { createMessages } from './create-messages.ts';

/** The page of nightly copies to storage of the business, under Settings. */
export const tWarehouse = createMessages({
  title: 'Data warehouse',
  about: 'Copy all records each night to storage from which your data warehouse loads them.',
  manage: 'Manage data warehouse',
  description:
    'Payments, deposits, refunds, withdrawals, exceptions, minimums and statements are copied each night to S3-compatible storage.',
  settings: 'Storage',
  fields: {
    url: 'Address',
    urlHelp: 'The https address of the storage, such as https://s3.eu-central-1.amazonaws.com.',
    region: 'Region',
    regionHelp: 'Such as eu-central-1. Storage without regions accepts us-east-1.',
    bucket: 'Bucket',
    folder: 'Folder',
    accessId: 'Access key ID',
    secret: 'Secret access key',
    secretHelp:
      'The key needs only the permission to write objects. It is stored encrypted and not shown again.',
    secretKept:
      'Leave empty to keep the current key. Enter the key again if you change the address, region, bucket or folder, or add risk details.',
    hour: 'Time of day',
    hourHelp: 'In the time zone of the business.',
    risk: 'Risk details',
    riskHelp:
      'Risk details are copied to separate files, as long as the person who chose this may see them. Review cases are never copied.',
    riskNo: 'Don’t copy',
    riskYes: 'Copy',
  },
  save: { button: 'Save storage', done: 'Storage saved', failed: 'The storage wasn’t saved' },
  copyNow: {
    button: 'Copy now',
    done: 'Copy queued. It starts within a minute.',
    failed: 'The copy wasn’t started',
  },
  remove: {
    button: 'Remove',
    title: 'Remove the storage?',
    detail: 'No more copies are made. Files that are in the storage stay there.',
    confirm: 'Remove storage',
    done: 'Storage removed',
    failed: 'The storage wasn’t removed',
  },
  last: {
    title: 'Last copy',
    none: 'No copy yet.',
    next: 'Next copy: <time></time>',
    stopped: 'Copies are stopped after a restored backup. Save the storage to start them again.',
    running: 'Started <time></time>',
    done: 'Completed <time></time>',
    retrying: 'Failed. Retrying soon.',
    failed: 'Failed',
    folder: 'Folder',
    file: 'File',
    rows: 'Rows',
    size: 'Size',
    hash: 'SHA-256',
  },
  problem: {
    address: 'This address isn’t on the public internet. Enter another address.',
    connection: 'No connection to the storage.',
    secret: 'The key can’t be read, because the server’s encryption key changed. Enter the key again.',
    status: 'The storage refused a file: {detail}',
    size: 'A file is larger than 5 GB: {detail}',
    changed: 'The storage was changed during the copy, so the copy stopped.',
    unexpected:
      'The copy failed. Contact the operator of Countinghouse, who finds the cause in the server’s log.',
  },
  refused: {
    url: 'Enter an https address on the public internet, without a user name.',
    region: 'Enter a region such as eu-central-1.',
    bucket: 'Enter the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.',
    folder: 'Use only letters, digits, hyphens, underscores and slashes.',
    accessId: 'Enter the access key ID.',
    secret: 'Enter the secret access key.',
    none: 'The storage was removed. Reload the page.',
    risk: 'You can’t see risk details. Someone who can must save this choice.',
  },
});
