import { createMessages } from './create-messages.ts';

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
