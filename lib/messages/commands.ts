import { createMessages } from './create-messages.ts';

/** Lines that the commands beside `npm start` print, and reasons why they stop. */
export const tCommands = createMessages({
  build: {
    current: 'The build is up to date. Use --force to build again.',
    failed: 'The web application could not be built.',
    preview: 'This is a preview build, so the database isn’t migrated. Set MIGRATE_PREVIEWS=1 to migrate it.',
    notMigrated: 'The database could not be migrated. The previous version stays online.',
    notSetUp: 'The businesses and the owner could not be set up. The previous version stays online.',
    collected: 'Copied {count} files that the worker, the intake and the scripts need.',
  },
  generate: {
    made: 'Generated the database client.',
    current: 'The database client is up to date.',
    failed: 'The database client could not be generated:',
  },
  migrate: {
    applied: 'Applied {names}.',
    current: 'The database is up to date.',
    protected: 'The database user {role} can add audit entries and received data, but can’t change them.',
    unprotected:
      'The database user {role} (DATABASE_URL) has more rights than it needs. It owns the tables, or has write rights through another role. Only database triggers protect the audit log and received data. See “Two database users” in docs/install.md.',
    userCreated: 'Created the database user {user} of DATABASE_URL.',
    userChanged: 'Changed the password of the database user {user} to that of DATABASE_URL.',
    usage: 'Give the migration a name: npm run migrate:dev -- --name add-something',
    agree: 'The migrations match prisma/schema.',
    nothing: 'prisma/schema has not changed since the last commit. No migration was written.',
    wrote: 'Wrote {file}. Read it before you commit it.',
    onlyInMigrations: 'only in the migrations: {line}',
    onlyInSchema: 'only in prisma/schema: {line}',
  },
  doctor: { usage: 'Usage: npm run doctor [-- --json] [--part web|intake|worker]' },
  setup: {
    business:
      'Business {business}. Set these callback URLs at the service: deposits, withdrawals, exchanges.',
    done: 'The installation is set up. Start the web app, the intake and the worker.',
    notComplete:
      'The businesses were not set up completely. Correct the cause above, then run the command again.',
    notMigrated: 'The database was not migrated, so nothing was set up.',
  },
  callbackUrl: { usage: 'Usage: npm run callback-url -- BUSINESS_ID. The ID is a UUID.' },
  auditKey: {
    fixed:
      'AUDIT_SIGNING_KEYS is set, so change the key there. Put a new key (openssl rand -base64 32) and a comma before the current value.',
    none: 'There is no signing key yet. npm start and npm run worker create one.',
  },
  auditRestored: {
    usage: 'Usage: npm run audit:restored -- --note "why, and from which backup"',
    done: 'Audit anchor {anchor} records the restore. Protected entries were lost in {chains, plural, one {# audit chain} other {# audit chains}}.',
  },
  auditVerify: {
    usage: 'Usage: npm run audit:verify [-- --anchors FILE] [--public-key KEY]…',
    noFile: 'The anchor file {file} can’t be read, so its anchors can’t be checked.',
    chainBreach: '{chain} entry {sequence}: {reason}',
    receivedBreach: 'business {business} {source}: {reason}',
    note: 'Note: {note}',
    breaches: '{count, plural, one {# breach} other {# breaches}}',
    sound: 'unchanged',
    complete: 'complete',
    chains:
      '{entries, plural, one {# entry} other {# entries}} in {chains, plural, one {# audit chain} other {# audit chains}}: {result}.',
    expiredEntries:
      '{count, plural, one {# entry was} other {# entries were}} removed after the retention time. What stays of the beginning of each log is sealed and was checked.',
    received: 'Received data: {result}.',
    expired:
      '{records, plural, one {# record is} other {# records are}} past the retention time. The content of {messages, plural, one {# callback} other {# callbacks}} was removed. The hash and size of each callback are kept.',
    cases: 'Review cases: {result}.',
    caseBreach:
      'business {business} review cases: {missing, plural, =0 {none} one {# case} other {# cases}} missing, {repeated, plural, =0 {no number} one {# number} other {# numbers}} used twice',
    expiredCases:
      '{count, plural, one {# review case has} other {# review cases have}} expired. The number of each case, the counts of its parts and the hashes of its files are kept.',
    anchors:
      '{count, plural, one {# audit anchor} other {# audit anchors}}: {result}. {unanchored, plural, one {# entry is} other {# entries are}} newer than the last anchor.',
  },
  replay: {
    usage: 'Usage: npm run replay -- --verify',
    usageSelection:
      'npm run replay -- (--all | --from TIME | --to TIME | --id MESSAGE)… [--business ID] [--kind KIND] [--apply]',
    usageTime:
      'TIME is a day in UTC (2026-11-01) or a date and time (2026-11-01T12:00:00Z). The time of --to is excluded.',
    seeded:
      '{count, plural, one {# sample record wasn’t} other {# sample records weren’t}} verified, because sample data has no stored callbacks to rebuild it from.',
    noTime: '{value} is not a valid time',
    noId: '{value} is not a valid ID',
    noKind: '{value} is not a valid callback type',
    noSelection: 'select callbacks with --from, --to or --id, or use --all',
  },
});

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
