import { createMessages } from './create-messages.ts';

/** Output of `npm run backup` and `npm run restore`. */
export const tBackup = createMessages({
  usage: 'Usage: npm run backup -- --to DIR [--passphrase-file FILE] [--without-secrets] [--keep N]',
  restoreUsage:
    'Usage: npm run restore -- --from DIR [--passphrase-file FILE] [--force], or npm run restore -- --restored-to TIME',
  passphrase: {
    required:
      'The backup contains secrets, so it must be encrypted. Set BACKUP_PASSPHRASE or --passphrase-file, or use --without-secrets.',
    needed: 'The archive is encrypted. Set BACKUP_PASSPHRASE or --passphrase-file.',
    short: 'The passphrase must have at least {count} characters.',
    unreadable: 'The passphrase file {file} can’t be read.',
    wrong: 'The passphrase can’t decrypt this archive. Nothing was restored.',
  },
  damaged: 'The archive is damaged: {file} differs from the file that was backed up. Nothing was restored.',
  missing: 'The archive is incomplete: {file} can’t be read. Nothing was restored.',
  noManifest: 'There is no complete backup in {folder}.',
  notMigrated: 'The database has no tables of Countinghouse, so there is nothing to back up.',
  done: 'Backup written: {folder}',
  summary:
    '{tables, plural, one {# table} other {# tables}}, {rows} rows, {size} in {seconds} s. The backup contains everything saved before {at}.',
  pruned: 'Removed the older archive {folder}.',
  notRecorded:
    'The backup is complete, but the database didn’t record it. The Status page shows an older backup.',
  content: {
    encrypted: 'The archive is encrypted and contains the generated secrets.',
    withoutSecrets:
      'The archive contains no generated secrets. It contains personal data, so keep it as safe as the database.',
  },
  restore: {
    unreleased:
      'A version before the first release made this backup, so it can only be restored with that version.',
    newer:
      'A newer version made this backup (unknown migrations: {migrations}). Restore the backup with that version or a newer one.',
    changedMigration:
      'The migration {name} differs from the one in the backup. Restore with the version that made the backup.',
    otherSchema: 'The tables in the archive don’t match its migrations: {tables}. Nothing was changed.',
    notEmpty:
      'The database {database} isn’t empty. Use --force to keep it under a new name and restore into a new database named {database}.',
    inUse:
      'The database {database} is in use by {count, plural, one {# connection} other {# connections}}. Stop the product, then run the command again.',
    inRecovery:
      'The database {database} is still in recovery. Run the command again when the recovery has finished.',
    wrongTime: '{time} isn’t a past time with a time zone, such as 2026-11-26T02:00:00Z.',
    noRight:
      'This database user can’t create a database, and {database} isn’t empty. Create an empty database and set DATABASE_URL to it.',
    anchorsDiffer:
      'The anchor file {file} belongs to another database. Use --force to keep this file under a new name.',
    rowsDiffer:
      'The table {table} has {found} rows after loading, but {expected} were expected. Nothing was changed.',
    objectsDiffer:
      'The restored database has other constraints, indexes or triggers than expected: {names}. Nothing was changed.',
    verifying: 'Verifying the archive of {at} …',
    loading: 'Loading {tables, plural, one {# table} other {# tables}} with {rows} rows …',
    loaded: 'The data was loaded in {seconds} s: {size} at {rate} s per GB.',
    age: 'The backup is {age} old. Callbacks, payments and changes after {at} are missing.',
    restoredAge: 'The data is {age} old. Callbacks, payments and changes after {at} are missing.',
    ages: {
      minutes: '{count, plural, one {# minute} other {# minutes}}',
      hours: '{count, plural, one {# hour} other {# hours}}',
      days: '{count, plural, one {# day} other {# days}}',
    },
    aside: 'The previous database is kept as {database}.',
    fileAside: 'The previous file is kept as {file}.',
    rules:
      '{sessions, plural, one {# session} other {# sessions}} and {links, plural, one {# one-time link} other {# one-time links}} were revoked. The outcome of {intents, plural, one {# payment request} other {# payment requests}} was set to Unknown.',
    next: 'Jobs and emails are paused. On the Connection page, an owner must confirm who still has access, and then resume jobs and emails.',
    noAnchors: 'The database has no audit anchors, so no anchor file records this restore.',
    noAnchorFile:
      'The archive has no anchor file. Copy the file from elsewhere, then run npm run audit:restored.',
    noLocalAnchorFile:
      'There is no anchor file {file}. Copy it from elsewhere, then run npm run audit:restored.',
    note: 'Restored the backup of {at}',
    restoredNote: 'Restored the database to {at}',
    commandFailed: '{command} reported problems (see above). The restored database stays in place.',
    verified: 'The restored data passed the checks of replay --verify and audit:verify.',
  },
});
