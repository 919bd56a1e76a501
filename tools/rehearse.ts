import { parseArgs } from 'node:util';
import { requireBuild } from './bench/require-build.ts';
import { rehearseBareMachine } from './rehearse/bare-machine.ts';
import { rehearseDocker } from './rehearse/docker.ts';
import { rehearseEvents } from './rehearse/events.ts';
import { rehearseFailover } from './rehearse/failover.ts';
import { rehearseFrozenWorker } from './rehearse/frozen-worker.ts';
import { rehearseObjectStorage } from './rehearse/object-storage.ts';
import { rehearsePointInTime } from './rehearse/point-in-time.ts';
import { rehearsePooler } from './rehearse/pooler.ts';
import { findServerPrograms } from './rehearse/postgres.ts';
import { createReport } from './rehearse/report.ts';
import { rehearseTwoOfEach } from './rehearse/two-of-each.ts';

/**
 * `npm run rehearse -- NAME` starts the product in a temporary folder as a company runs it.
 *
 * Prints a line for each promise, and exits with 1 if one is broken. Needs PostgreSQL with its client programs
 * (`POSTGRES_BIN`, or the newest in /usr/lib/postgresql). `pgbouncer` and `two-of-each` need PgBouncer, `point-in-time`
 * pgBackRest, and `object-storage` rclone. `bare-machine` needs root, debootstrap and systemd-nspawn alone, `docker`
 * Docker Compose and the images of `npm run image`. The last six need no build.
 *
 * - `failover`: two of each part on a primary with a synchronous standby. Kills the primary under callbacks and promotes
 *   the standby.
 * - `pgbouncer`: everything but migrations and LISTEN through PgBouncer in transaction mode, and the warning when
 *   LISTEN goes through it too.
 * - `two-of-each`: sessions, live updates, exports, uploads and pages at both instances, and the rows of a file.
 * - `frozen-worker`: freezes one of two workers with SIGSTOP under callbacks.
 * - `point-in-time`: makes a full backup with pgBackRest under callbacks, kills the database, and recovers to a moment.
 * - `object-storage`: copies backups to S3-compatible storage under callbacks, and restores from there.
 * - `bare-machine`: sets the product up on a Debian with systemd, PostgreSQL and nginx by the commands of docs/install.md.
 * - `docker`: starts the compose files with Caddy, two of each part and a standby, kills one of each, then the primary.
 * - `events`: delivers 10,000 events beside a slow and a dead endpoint, and kills a worker and the database in between.
 * - `--seconds N`: duration of the load before and after the fault (20)
 * - `--rate N`: callbacks per second (20)
 * - `--frozen N`: seconds for which the worker is frozen (90)
 */
const rehearsals = {
  failover: rehearseFailover,
  pgbouncer: rehearsePooler,
  'two-of-each': rehearseTwoOfEach,
  'frozen-worker': rehearseFrozenWorker,
  'point-in-time': rehearsePointInTime,
  'object-storage': rehearseObjectStorage,
  'bare-machine': rehearseBareMachine,
  docker: rehearseDocker,
  events: rehearseEvents,
} as const;

/** These start no web app. */
const withoutBuild: readonly string[] = [
  'frozen-worker',
  'point-in-time',
  'object-storage',
  'bare-machine',
  'docker',
  'events',
];

const isRehearsal = (name: string | undefined): name is keyof typeof rehearsals =>
  name !== undefined && Object.hasOwn(rehearsals, name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '20' },
    frozen: { type: 'string', default: '90' },
  },
});
const [name, ...others] = positionals;
if (!isRehearsal(name) || others.length > 0) {
  console.error(`Name one rehearsal: ${Object.keys(rehearsals).join(', ')}.`);
  process.exit(2);
}
// Ends the build too.
const leave = () => process.exit(143);
process.once('SIGTERM', leave);
if (!withoutBuild.includes(name)) await requireBuild();
process.off('SIGTERM', leave);
const report = createReport(name);
await rehearsals[name]({
  get programs() {
    return findServerPrograms();
  },
  report,
  seconds: Number(values.seconds),
  rate: Number(values.rate),
  frozen: Number(values.frozen),
});
process.exitCode = report.isKept() ? 0 : 1;
