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
