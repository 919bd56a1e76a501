import { createMessages } from './create-messages.ts';

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
