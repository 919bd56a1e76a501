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

/** Lines that `npm start` prints, and reasons why it stops. */
export const tStart = createMessages({
  stopping: 'Stopping …',
  running:
    'Countinghouse is already running with this DATA_DIR (process {pid}, {address}). Stop it first, or set another DATA_DIR and PORT.',
  leftovers: 'Stopped processes left over from the last start: {names}.',
  steps: {
    database: 'Database',
    firstData: 'Initial data',
    migrations: 'Migrations',
    sandbox: 'Sandbox',
    web: 'Web',
  },
  started: 'started in {seconds} s',
  adopted: 'was already running',
  building: 'building, about half a minute the first time …',
  built: 'built in {seconds} s',
  migrated: '{count, plural, one {# migration} other {# migrations}} applied',
  port: {
    taken:
      'Port {port} on {host} is taken, or HOST is not an address of this machine. Set PORT to a free port: PORT={free} npm start.',
    intakeTaken: 'Port {port} on {host} is taken by another program. Set INTAKE_PORT to a free port.',
    changed:
      'Port {port} is taken. {user, select, database {The database} sandbox {The sandbox} other {The callback intake}} uses port {other} this time.',
  },
  noAnswer:
    '{part, select, sandbox {The sandbox} web {The web server} other {The callback intake}} does not answer. See {log}.',
  databaseEnded: 'The database stopped and is restarting.',
  databaseFailed:
    'The database stopped five times within a minute. Find the cause in {log}, then start again.',
  part: {
    code: 'exit code {code}',
    restarted: 'The {part} stopped ({reason}) and is restarting.',
    restartedLogged: 'The {part} stopped ({reason}) and is restarting: {line} (more in {log})',
    failed: 'The {part} stopped {count} times within a minute ({reason}).',
    failedLogged: 'The {part} stopped {count} times within a minute ({reason}): {line} (more in {log})',
  },
  firstData: {
    incomplete: 'not complete. {reason} The next start loads the rest. Details are in {log}.',
    leftOut:
      'BUSINESS_IDS contains {ids}, which the sandbox does not have. Unset BUSINESS_IDS, or set SERVICE_BASE_URL to the service that has {count, plural, one {this business} other {these businesses}}.',
    loaded: '{payments} payments, {callbacks} callbacks in {seconds} s',
    noBusiness: 'no business yet. Set BUSINESS_IDS to the IDs of your businesses.',
  },
  setUpLink: 'There is no account yet. Open this link within 72 hours to become the first owner:',
  ready: 'Countinghouse is ready after {seconds} s:  {address}',
  intake: 'Callback address that works without the web app:  {address}',
  sandbox: 'Sandbox of the payment service:  {address}',
  signIns: 'Sign in with one of these accounts:',
  stop: 'Ctrl-C stops Countinghouse. Your data is kept.',
  notAnchored: 'The audit log has no current audit anchor. {reason}',
  otherSigner:
    'Another worker signs the audit anchors with a different key, so this worker doesn’t start. Set the same AUDIT_SIGNING_KEYS for every worker, newest key first. If the other worker has ended, start this one again in a minute.',
  noIntakePort: 'The callback intake cannot listen on INTAKE_PORT {port} of {host}: {reason}',
  noWorkerPort: 'The worker cannot listen on WORKER_PORT {port} of {host}: {reason}',
  notBuilt: 'There is no production build yet. Run "npm run build" first.',
});

/** Problems with the database of `npm start`, with DATA_DIR and with the database of DATABASE_URL, one line each. */
export const tEmbeddedDatabase = createMessages({
  write: {
    ENOSPC: 'Cannot write {place}: the disk is full. Free some space, then start again.',
    EDQUOT: 'Cannot write {place}: the disk quota is used up. Free some space, then start again.',
    EACCES: 'Cannot write {place}: permission denied.',
    EPERM: 'Cannot write {place}: permission denied.',
    EROFS: 'Cannot write {place}: the disk is read-only.',
    ENOTDIR: 'Cannot write {place}: part of this path is a file, not a folder.',
  },
  failed: {
    start: 'PostgreSQL could not be started in {folder}: {reason}',
    setUp: 'PostgreSQL could not be set up in {folder}: {reason}',
  },
  reason: {
    explained: '{explanation} ({output})',
    diskFull: 'the disk is full. Free some space, then start again',
    quota: 'the disk quota is used up. Free some space, then start again',
    permission: 'permission denied',
    readOnly: 'the disk is read-only',
    sharedMemory: 'the system provides no shared memory',
    library: 'a system library is missing',
    none: 'PostgreSQL printed no reason',
    timeout: 'PostgreSQL was not ready within two minutes',
  },
  notInstalled:
    'PostgreSQL for {platform} is not installed ({name}). Run "npm ci" again without --omit=optional, or set DATABASE_URL to your own PostgreSQL server.',
  incomplete: 'The PostgreSQL program in {folder} is incomplete and cannot be repaired. Run "npm ci".',
  moved:
    'The database files are in {folder} instead of {dataDir}, because PostgreSQL does not run as root. The system user of PostgreSQL has no access to {dataDir}.',
  otherAccount:
    'The database in {folder} belongs to another system user. Start as that user or as root, or set DATA_DIR to another folder.',
  wrongPassword:
    'The password in DATA_DIR/secrets.json is wrong for the database. Restore that file, or delete DATA_DIR and all its data to start again.',
  secretsUnreadable:
    '{file} cannot be read as JSON. Restore it, or delete DATA_DIR and all its data to start again.',
  blocked:
    'A PostgreSQL process ({pid}) uses {folder} but does not respond. Stop the process, then start again.',
  noTables:
    'The database does not have the tables that this version needs. Run `npm start` once, or `npm run migrate`.',
  away: 'The database of DATABASE_URL does not answer.',
  awayBecause: 'The database of DATABASE_URL does not answer: {reason}',
  noAddress:
    'DATABASE_URL is missing: it should be a PostgreSQL address like postgresql://user:password@host:5432/name.',
  noAnswer:
    '{variable} should be the address of a PostgreSQL server that is running. The error was: {reason}',
  noAppPassword:
    'DATABASE_URL should contain a password for its user. Use letters, digits and punctuation. Encode special characters, for example write @ as %40.',
  appUserRefused: 'The database user {user} of DATABASE_URL could not be created: {reason}',
  zoneChanged: 'Database sessions of {role} in {database} now use UTC instead of {zone}.',
  zoneFixed:
    'Database sessions use the time zone {zone}, and Countinghouse cannot change it to UTC. Set the time zone of the database role to UTC.',
});

/** Reasons why the database can't be used or migrated, in readiness answers and program output. */
export const tDatabase = createMessages({
  readiness: {
    away: 'The database isn’t responding.',
    pending: 'The database isn’t up to date with this version. Run the migrations.',
    readOnly:
      'The database can’t save anything. Possible causes: its disk is full, or the database is read-only.',
    timeZone:
      'The database uses the time zone {zone}. Set it to UTC for the role or the database. If you use a connection pooler, it must pass TimeZone through unchanged.',
    unreleased:
      'Start with an empty database (another DATABASE_URL or DATA_DIR) and keep this one, because a version before the first release made it.',
    tooNew:
      'A newer version of Countinghouse has updated the database ({migrations}). Start that version instead.',
  },
  migration: {
    changed:
      'The migration file {name} changed after it was applied. Restore the file and write a new migration instead.',
    failed: 'The migration {name} failed and was undone: {error}',
    locked: 'Another process has been updating this database for two minutes. Try again later.',
    timeZone: 'The database session uses the time zone {zone}, which can’t be changed to UTC.',
    unfinished:
      'The migration {name} was started by Prisma but not finished. Repair the database, then run "prisma migrate resolve".',
    unknownError: 'unknown error',
    waited: 'The migration {name} was undone, because other work uses its tables. Run it again.',
  },
  outagePage: {
    title: 'Countinghouse is not available right now',
    text: 'The database isn’t responding. This page reloads automatically.',
  },
  reading: {
    later: 'Stored records are checked as soon as the database is ready.',
    newer:
      'A newer version of Countinghouse created some records. This version may interpret the same callbacks differently.',
    outdated:
      'This version interprets callbacks differently, so older records may be outdated. Update them with: npm run replay -- --all --apply',
    unknown:
      'Older records may be outdated, because an earlier version may have interpreted callbacks differently. Once all parts run this version, update them with: npm run replay -- --all --apply',
  },
  requestAborted: 'The request was canceled.',
});

/** Lines of the commands that release, build and check the product. */
export const tTooling = createMessages({
  image: {
    usage: 'Usage: npm run image [-- --check] [--built] [--base registry|debootstrap]',
    missing: {
      engine:
        'No tool for building images was found. Start Docker, or install buildah and debootstrap (Debian: apt-get install buildah debootstrap).',
      debootstrap: 'debootstrap is missing (Debian: apt-get install debootstrap). Or use --base registry.',
      root: 'debootstrap needs root. Run the command as root, or use --base registry.',
      runner:
        'No tool for running images was found. Start Docker, or install podman (Debian: apt-get install podman).',
    },
    built:
      '{image}: {megabytes} MB, {layers, plural, one {# layer} other {# layers}}, {debianPackages, plural, one {# Debian package} other {# Debian packages}}, {nodePackages, plural, one {# npm package} other {# npm packages}}.',
    noAnswer: 'The part {name} does not answer.',
    partFailed: 'The part {name} ended with {code}.',
    duration: 'The build took {seconds} seconds.',
    ready: 'The part {name} was ready after {seconds} seconds.',
    ended: 'The part {name} finished after {seconds} seconds.',
    tooLarge: '{image} should have at most {megabytes} MB.',
    sound: '{image}: every part runs, and a payment was created, paid and shown.',
    failed: '{image}: a part ended, or the payment was not shown.',
  },
  pictures: {
    usage: 'Usage: npm run pictures -- http://localhost:3000. Start the demo with npm start first.',
    taken: '{file} is saved.',
  },
  vercel: {
    state: { passed: 'passed', failed: 'FAILED', notRun: 'not run' },
    check: {
      durations: 'Functions finish within the time limit',
      bodies: 'Request bodies are smaller than 4.5 MB',
      writes: 'Functions don’t write to the disk',
      observed: 'The build writes nothing outside /tmp',
      updates: 'Live updates',
      crons: 'One cron call a minute for all jobs',
      bounded: 'Cron routes finish within the time limit',
      idempotent: 'Repeated cron calls change nothing',
      listen: 'No database connection uses LISTEN',
      burst: 'Many functions at once through PgBouncer',
      build: 'Build with the settings of Vercel',
    },
    atMost: 'at most {most}',
    noWrites: '{count, plural, one {# file} other {# files}} read',
    jobs: '{count, plural, one {# job} other {# jobs}}',
    nothingTwice: '{count, plural, one {# route} other {# routes}} called three times',
    noListener: 'no database session uses LISTEN',
    noBuild: 'there is no build of these sources',
    observedRequests:
      '{count, plural, one {# request} other {# requests}} served by a process that can’t write elsewhere',
    noPooler: 'PgBouncer is missing (Debian: apt-get install pgbouncer)',
    burstResult: '{failed} of {functions} failed, at most {mostSessions} database sessions',
    programFailed: '{file} failed.',
    summary:
      '{failed, plural, =0 {No check failed.} one {# check failed.} other {# checks failed.}} {notRun, plural, =0 {} one {# check was not run.} other {# checks were not run.}}',
  },
  release: {
    usage:
      'Usage: npm run release -- VERSION | --preview | --notes | --check TAG. VERSION is a semantic version such as 1.2.3.',
    written:
      'Set version {version}, also in CHANGELOG.md and UPGRADING.md. Review and commit the changes, then tag the commit v{version}.',
    exists: 'CHANGELOG.md already has a section for {version}.',
    noNotes: 'CHANGELOG.md has no section for {version}. Run npm run release -- {version} first.',
    otherVersion: 'The tag {tag} differs from the version {version} in package.json.',
    unreleased: 'Unreleased changes are listed in {files}. Run npm run release -- VERSION first.',
    matches: 'The tag {tag} matches the version in package.json.',
    sections: {
      breaking: 'Action required (see UPGRADING.md)',
      feat: 'New',
      fix: 'Fixed',
      perf: 'Faster',
    },
    nothing: 'No visible changes.',
  },
});
