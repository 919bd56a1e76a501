import { createMessages } from './create-messages.ts';

/** Lines that the commands beside `npm start` print, and reasons why they stop. */
export const tCommands = createMessages({
  build: {
    current: 'The build is up to date. Use --force to build again.',
    failed: 'The web application could not be built.',
    preview: 'This is a preview: the database stays as it is. MIGRATE_PREVIEWS=1 migrates it.',
    notMigrated: 'The database could not be migrated. The old version stays.',
    notSetUp: 'Businesses and owner could not be set up. The old version stays.',
    collected: 'Collected {count} files for worker, sandbox and scripts.',
  },
  fixture: {
    usage: 'Usage: DATABASE_URL=… node scripts/database/upgrade/write-fixture.ts FILE',
    wrote: '{file}: {bytes} bytes',
  },
  generate: {
    made: 'Generated the database client.',
    current: 'The database client is up to date.',
    failed: 'The database client could not be generated:',
  },
  migrate: {
    applied: 'Applied {names}.',
    current: 'The database is up to date.',
    protected: '{role} may add to the audit log and not change it. The same holds for received data.',
    unprotected:
      '{role} (DATABASE_URL) has more rights than needed: it owns the tables, or has write rights through another role. Only a database trigger keeps it from changing the audit log and received data. See “Two users of the database” in the README.',
    usage: 'Name the change: npm run migrate:dev -- --name add-something',
    agree: 'The migrations and prisma/schema agree.',
    nothing: 'The migrations and prisma/schema agree. There is nothing to write.',
    wrote: 'Wrote {file}. Read it before you commit it.',
    onlyInMigrations: 'only in the migrations: {line}',
    onlyInSchema: 'only in prisma/schema: {line}',
  },
  doctor: { usage: 'Usage: npm run doctor [-- --json]' },
  callbackUrl: { usage: 'Usage: npm run callback-url -- BUSINESS_ID. The ID is a UUID.' },
  auditKey: {
    fixed:
      'AUDIT_SIGNING_KEYS is set. Put the output of openssl rand -base64 32 and a comma before its value.',
    none: 'There is no signing key yet. npm start and npm run worker create one.',
  },
  auditRestored: {
    usage: 'Usage: npm run audit:restored -- --note "why, and from which backup"',
    done: 'Anchor {anchor} records the restore. {chains, plural, one {# chain} other {# chains}} lost anchored entries.',
  },
  auditVerify: {
    usage: 'Usage: npm run audit:verify [-- --anchors FILE] [--public-key KEY]…',
    noFile: "The anchor file {file} can't be read. A missing file proves nothing.",
    chainBreach: '{chain} entry {sequence}: {reason}',
    receivedBreach: 'business {business} {source}: {reason}',
    note: 'Note: {note}',
    breaches: '{count, plural, one {# breach} other {# breaches}}',
    sound: 'sound',
    complete: 'complete',
    chains:
      '{entries, plural, one {# entry} other {# entries}} in {chains, plural, one {# chain} other {# chains}}: {result}.',
    explained:
      '{count, plural, one {# entry was} other {# entries were}} stored under another time zone, as a later entry explains.',
    received: 'Received data: {result}.',
    anchors:
      '{count, plural, one {# anchor} other {# anchors}}: {result}. {unanchored, plural, one {# entry is} other {# entries are}} newer than the last anchor.',
  },
  replay: {
    usage: 'Usage: npm run replay -- --verify',
    usageSelection:
      'npm run replay -- (--all | --from TIME | --to TIME | --id MESSAGE)… [--business ID] [--kind KIND] [--apply]',
    usageTime:
      'A TIME is a day in UTC or a date and time: 2026-11-01, 2026-11-01T12:00:00Z. --to is not included.',
    seeded: '{count, plural, one {# seeded record} other {# seeded records}} without bytes, skipped',
    noTime: '{value} is not a time',
    noId: '{value} is not an ID',
    noKind: '{value} is not a kind of callback',
    noSelection: 'select callbacks, or use --all',
  },
  repairZone: {
    shifted: '{chain}: {count, plural, one {# entry} other {# entries}} {minutes} minutes early: {sequences}',
    unexplained:
      '{chain}: no time zone explains {count, plural, one {# entry} other {# entries}}. Run npm run audit:verify.',
    none: 'No entry was stored under another time zone.',
    dryRun: 'Nothing was changed. Run it again with --apply.',
    done: '{chains, plural, one {# chain} other {# chains}} explained, {sessions, plural, one {# session} other {# sessions}} revoked. All people sign in again.',
  },
});
