import { createMessages } from './create-messages.ts';

/** The Status page. */
export const tOperations = createMessages({
  title: 'Status',
  description:
    'Health of this installation, checked <time></time>. Operators can run the same checks with npm run doctor. <zone></zone>',
  refresh: 'Check again',
  loading: 'Checking the installation',
  summary: {
    good: 'No problems',
    failed: '{count, plural, one {# failed check} other {# failed checks}}',
    warnings: '{count, plural, one {# warning} other {# warnings}}',
  },
  checks: 'Checks',
  parts: {
    title: 'Parts of this installation',
    mixed:
      'The running parts have different versions: {versions}. If no update is in progress, update the older parts.',
    empty: 'No running part of this installation has reported its version yet.',
    part: 'Part',
    state: 'State',
    version: 'Version',
    host: 'Machine',
    started: 'Started',
    seen: 'Last active',
    names: {
      web: 'Web app',
      intake: 'Callback intake (receives callbacks)',
      worker: 'Background worker',
      cron: 'Cron routes (scheduled jobs)',
    },
    silent: 'Not running',
    silentHelp: 'Start this part. If it is already running, check its connection to the database.',
    running: 'Running',
  },
  jobs: {
    title: 'Background jobs',
    planned: 'Ran as planned',
    empty: 'No background job has run yet. Start the worker, or set up the cron routes.',
    job: 'Job',
    result: 'Result',
    last: 'Last run',
    duration: 'Duration',
    succeeded: 'Last success',
    never: 'Never',
    done: 'Done',
    started: 'Started',
    late: 'Late',
    lateHelp:
      'No run of this job ended in time. Restart the worker. On Vercel, check the schedule of the cron routes.',
    failed: 'Failed {count, plural, one {once} other {# times in a row}}',
    failedHelp: '{failure}. Search the worker’s log for the request ID {requestId}.',
    milliseconds: '{count} ms',
    seconds: '{count} s',
  },
  queues: {
    title: 'Queues of this business',
    queue: 'Queue',
    depth: 'Waiting items',
    oldest: 'Oldest item waiting since',
    atLeast: '{count}+',
    names: {
      'callbacks-quarantined': 'Quarantined callbacks',
      'callbacks-to-fold': 'Received callbacks to process',
      'payments-due': 'Payments to refresh',
      'batch-rows': 'Payments to create from batches',
      exports: 'Export files to create',
      reprocessing: 'Runs that reprocess callbacks',
      reviews: 'Open review cases',
    },
  },
});

/** Checks of this installation: the lines of `npm run doctor`, and the same checks on the connection page. */
export const tInstanceChecks = createMessages({
  labels: {
    'audit-anchors': 'Audit anchors (signed proofs of the audit log)',
    'callback-silence': 'Deposit callbacks',
    'callback-urls': 'Callback URLs',
    backup: 'Last backup',
    clock: 'Server clock',
    database: 'Database',
    'database-disk': 'Disk of the database',
    'database-role': 'Database user',
    disk: 'Disk of DATA_DIR',
    environment: 'Environment variables',
    'factor-keys': 'Keys for two-factor authentication',
    'live-updates': 'Live updates',
    mail: 'Mail server',
    migrations: 'Migrations',
    restore: 'Restore from a backup',
    service: 'Payment service',
    'service-clock': 'Clock of the service',
    'service-profile': 'Assumptions and limits',
    'stored-records': 'Stored records',
    'single-sign-on': 'Single sign-on',
    jobs: 'Background jobs',
    'wal-archive': 'Archive of the write-ahead log',
    worker: 'Background worker',
  },
  states: { attention: 'warning', bad: 'failed', good: 'ok', unknown: 'skipped' },
  summary:
    '{failed, plural, =0 {No check failed.} one {# check failed.} other {# checks failed.}} docs/operating.md says more about the checks.',
  notReached: 'Not checked, because the database isn’t available.',
  crashed: 'The check could not be completed: {reason}',
  environment: {
    good: 'All environment variables are valid.',
    noSessionSecret:
      'NEXTAUTH_SECRET is missing, so no part starts on its own. Set at least 32 random characters (openssl rand -hex 32).',
    unset: 'Not checked, because some environment variables are wrong or missing.',
  },
  database: {
    away: 'The database isn’t responding: {reason}. Start the database or correct DATABASE_URL.',
    good: 'PostgreSQL {version} responds in UTC and accepts writes.',
    notStarted: 'There is no database in {folder} yet. Run npm start once.',
    pending:
      'PostgreSQL responds in UTC. After the migrations, this check also tests whether the database accepts writes.',
  },
  migrations: { good: 'The database is up to date with this version.' },
  records: { good: 'All stored records are up to date with this version.' },
  role: {
    good: 'The database user {role} can’t change audit entries or received data.',
    owner:
      'The database user {role} owns the tables, so only triggers protect audit entries and received data. Use another user in DIRECT_URL.',
    unreadable: 'The database user {role} can’t read {tables}. Run npm run migrate with DIRECT_URL.',
  },
  clock: {
    ahead: 'This server’s clock is {seconds} s ahead of the database’s clock. Synchronize both with NTP.',
    behind: 'This server’s clock is {seconds} s behind the database’s clock. Synchronize both with NTP.',
    equal: 'This server’s clock and the database’s clock differ by at most {seconds} s.',
    unknown: 'The database isn’t responding, so the clocks can’t be compared.',
  },
  disk: {
    full: '{folder} has only {free} free of {total}. Free up space now: {effect, select, database {callbacks and sign-ins are refused} other {logs and audit anchors aren’t written}} when the disk is full.',
    good: '{folder} has {free} free of {total}.',
    low: '{folder} has {free} free of {total}. Free up space soon.',
    missing: '{folder} doesn’t exist and can’t be created: {reason}.',
    unwritable: 'Files can’t be written to {folder}: {reason}.',
  },
  databaseDisk: {
    remote:
      'The database uses {size}. The database is on another server or in a container, so its free disk space isn’t checked here. Watch it there.',
    size: 'The database uses {size} of disk space. {disk}',
  },
  profile: {
    changed: 'Different from the defaults: {values}.',
    unchanged: 'All assumptions and limits have their defaults (service-profile.json).',
  },
  service: { noBusiness: 'Not checked, because no business is set up yet.' },
  liveUpdates: {
    deaf: 'Database notifications don’t arrive, so pages and the background worker are updated late. Set DIRECT_URL to a database address that bypasses the transaction pooler.',
    good: 'Live updates work: database notifications arrive.',
    polling: 'Database notifications are off. Pages check for changes every 15 seconds.',
  },
  mail: {
    failed: 'The mail server {host} can’t be used: {reason}',
    good: 'The mail server {host} accepts the connection.',
    missing:
      'No mail server is configured, so people can’t reset their passwords and no alerts are sent. Set SMTP_URL and SMTP_FROM.',
    off: 'No mail server is configured, so no emails are sent.',
  },
  singleSignOn: {
    failed: '{name} can’t be used for sign-in: {reason}. People who may use a password can still sign in.',
    good: '{name} is available and matches OIDC_ISSUER.',
  },
  factorKeys: {
    former:
      '{count, plural, one {# secret is} other {# secrets are}} encrypted with an older key. Run npm run person -- rotate-keys, then remove the older keys from FACTOR_KEYS.',
    good: 'All secrets are encrypted with the newest key.',
    unset:
      'FACTOR_KEYS is missing, so people can’t set up two-factor authentication. Set at least 32 random characters for the web app (openssl rand -hex 32).',
    missing:
      '{count, plural, one {The key of # secret is} other {The keys of # secrets are}} missing from FACTOR_KEYS. Add the older keys. Until then, the affected people need a recovery code to sign in.',
  },
  callbackUrls: {
    good: 'The business record of {business} has the right callback URLs with the newest key.',
    problem: '{business}, {label}: {message}',
    truncated: '{count, plural, one {# more business is} other {# more businesses are}} not listed.',
  },
  anchors: {
    otherKey:
      'The last audit anchor was signed with a key that isn’t in AUDIT_SIGNING_KEYS here. Set the same AUDIT_SIGNING_KEYS for every worker, newest key first. npm run audit:key prints the public keys.',
    current: 'The latest audit anchor is number {number}, created {at}.',
    none: 'No audit anchor yet, because there are no audit entries to protect.',
  },
  jobs: {
    failing:
      'These background jobs failed several times in a row: {jobs}. Search the worker’s log for their names. The Status page shows the last run of each job.',
    good: '{count, plural, one {The only background job} other {All # background jobs}} ran as planned.',
    late: 'These background jobs are late: {jobs}. Restart the worker. On Vercel, check the schedule of the cron routes.',
    none: 'No background job has run yet.',
  },
  silence: {
    good: 'Deposit callbacks arrive as expected.',
    silent:
      '{count, plural, one {# payment is} other {# payments are}} waiting for a deposit callback, but none has arrived for hours. Open Connection and check the callback URLs.',
  },
  backup: {
    good: 'The latest backup made with npm run backup contains everything up to {at}.',
    none: 'No backup made with npm run backup has been recorded yet. If you use another backup program, check its backups.',
    old: 'The latest backup made with npm run backup is from {at}. Back up each day. If you use another backup program, check its backups.',
  },
  archive: {
    failing:
      'The write-ahead log isn’t archived. It was last archived on {at}. Since the server’s statistics began, {failures, plural, one {# attempt} other {# attempts}} failed. Check archive_command and the server’s log.',
    good: 'The write-ahead log was last archived on {at}.',
    neverArchived:
      'Since the server’s statistics began, each attempt to archive the write-ahead log failed. Check archive_command and the server’s log.',
    none: 'The server archives its write-ahead log, but nothing has been archived yet.',
    noTimeout:
      'The write-ahead log was last archived on {at}. Set archive_timeout to 60. Otherwise a lost server without a standby loses everything since then.',
    old: 'The write-ahead log was last archived on {at}. Check archive_command and the server’s log.',
  },
  worker: {
    silent:
      'The worker was last active {minutes, plural, one {# minute} other {# minutes}} ago. Start the worker. On Vercel, check the schedule of the cron routes. Until then, payments aren’t refreshed and emails aren’t sent.',
    reports: 'The worker was last active {seconds, plural, one {# second} other {# seconds}} ago.',
    late: 'The worker last ran {minutes, plural, one {# minute} other {# minutes}} ago. Start the worker. Until then, payments aren’t refreshed and emails aren’t sent.',
    never: 'The background worker hasn’t run yet.',
    good: 'The background worker last ran {seconds, plural, one {# second} other {# seconds}} ago.',
    unknown: 'The time of the worker’s last run is unknown, because audit anchors are off.',
  },
});

/** Results of the connection checks and observations about the assumptions. They are written on the server. */
export const tConnectionChecks = createMessages({
  labels: {
    business: 'Business record',
    clock: 'Clock difference',
    credentials: 'API credentials',
    depositExchangedCallbackUrl: 'Callback URL for exchanged deposits',
    depositReceivedCallbackUrl: 'Callback URL for received deposits',
    minimums: 'Deposit minimums',
    'payment-read': 'Payment refresh',
    'settled-payments': 'Settled payments',
    proxy: 'Proxy server',
    withdrawalCallbackUrl: 'Callback URL for withdrawals',
  },
  notChecked: 'Not checked yet.',
  settled: '{checked} of {settled} read again since their last change. {differ} differ.',
  credentials: {
    accepted: 'The service accepted a signed request.',
    allAccepted:
      'The service accepted {count, plural, one {# key} other {each of the # keys}}. Remove the old one from both variables.',
    answered:
      'The request for the business record failed with HTTP status {status}. For 401 or 403, check the API key and its permissions.',
    answeredWithText:
      'The request for the business record failed with HTTP status {status}. The service’s message: {text}',
    oneRefused: 'Requests work, but key {number} of SERVICE_API_KEY does not. {reason}',
    unreachable: 'The service couldn’t be reached: {reason}.',
  },
  clock: {
    ahead: 'This server’s clock is {seconds} s ahead of the service’s clock.',
    aheadRefused:
      'This server’s clock is {seconds} s ahead of the service’s clock. The service may refuse signed requests. Synchronize the clock with NTP.',
    behind: 'This server’s clock is {seconds} s behind the service’s clock.',
    behindRefused:
      'This server’s clock is {seconds} s behind the service’s clock. The service may refuse signed requests. Synchronize the clock with NTP.',
    equal: 'This server’s clock and the service’s clock differ by at most {seconds} s.',
    noTime: 'The service reported no time, so the clocks can’t be compared.',
    unreachable: 'The service couldn’t be reached.',
  },
  payment: {
    none: 'There is no payment yet that could be refreshed.',
    off: 'Payments aren’t refreshed, because SERVICE_PAYMENT_READ_PATH is not set. Status changes, refunds and risk details never arrive.',
    read: 'The latest payment was refreshed from the service.',
  },
  reading: {
    done: 'The service answered, and its answer was valid.',
    none: 'No data received from the service yet.',
  },
  address: {
    elsewhere:
      'The business record has a different callback URL, so callbacks of this type don’t reach this product.',
    missing: 'The business record has no callback URL, so the service sends no callbacks of this type.',
    notRead: 'The business record hasn’t been refreshed from the service yet.',
    'older-key':
      'The business record has the right callback URL, but with an older key. Callbacks arrive as long as CALLBACK_SECRETS contains this key.',
    same: 'The business record has the right callback URL with the newest key.',
  },
  proxy:
    'X-Forwarded-For is ignored, because TRUST_PROXY is 0. If you use a proxy server, set TRUST_PROXY. Otherwise, all visitors share the proxy’s IP address and its sign-in limits.',
  live: {
    callback: 'The first deposit callback was received.',
    credit: 'The service reported the net credited amount.',
    noCallback: 'No deposit callback yet.',
    noCredit: 'No net credited amount reported yet.',
    noPayment: 'No payment created yet.',
    noReads: 'Net credited amounts stay unknown, because SERVICE_PAYMENT_READ_PATH is not set.',
    payment: 'The latest payment is {id}.',
    sandbox: 'This installation uses the sandbox.',
    service: 'Requests go to {address}.',
  },
  observed: {
    createStatuses: 'The service answered recent payment requests with the HTTP statuses {statuses}.',
    exchanged:
      '{count, plural, one {# callback about an exchanged deposit was} other {# callbacks about exchanged deposits were}} received. Such callbacks are stored and don’t change payments.',
    mayBeSigned: 'Callbacks have the HTTP header {headers}, so the service may sign them.',
    notSigned: 'No HTTP header of recent callbacks looks like a signature.',
    signatures:
      'The signatures of the last {checked} callbacks were checked: {right} valid, {wrong} invalid, {missing} missing.',
    sources: 'Recent callbacks came from {sources}.',
    withdrawals:
      'Of the last {count, plural, one {# withdrawal callback} other {# withdrawal callbacks}}, {repeated} arrived more than once.',
  },
});
