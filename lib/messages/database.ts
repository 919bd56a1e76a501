import { createMessages } from './create-messages.ts';

/** Reasons why the database can't be used or migrated, in readiness answers and program output. */
export const tDatabase = createMessages({
  readiness: {
    away: 'The database does not answer.',
    pending: 'The database lacks migrations of this version.',
    readOnly: 'The database takes no writes: its disk may be full, or it is read-only.',
    timeZone:
      "The database session's time zone is {zone}. Set it to UTC for the role or the database, or let the pooler keep TimeZone.",
    tooNew:
      "The database was migrated by a newer version ({migrations}). This one can't work with it: start the newer version.",
  },
  migration: {
    changed:
      'Migration {name} changed after it was applied. Restore its file and write a new migration instead.',
    failed: 'Migration {name} failed and was rolled back: {error}',
    locked: 'Another process has been migrating this database for two minutes. Try again later.',
    timeZone: "The session's time zone is {zone} and can't be set to UTC.",
    unfinished:
      'Migration {name} was started by Prisma and not finished. Repair the database, then run "prisma migrate resolve".',
    unknownError: 'unknown error',
  },
  requestAborted: 'The request was canceled.',
});
