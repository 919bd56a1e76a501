import { createMessages } from './create-messages.ts';

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
