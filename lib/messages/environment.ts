import { createMessages } from './create-messages.ts';

/** Errors of environment variables. An `expected` text completes the sentence "PORT should be …". */
export const tEnvironment = createMessages({
  missing: '{name} is missing: it should be {expected}.',
  missingForRealService:
    '{name} is missing. With SERVICE_BASE_URL, {name} isn’t generated, so you must set it yourself.',
  missingIssuer: 'OIDC_ISSUER is missing. The other OIDC variables have no effect without it.',
  missingSender: 'SMTP_FROM is missing. With SMTP_URL, it must be {expected}.',
  removed: '{name} no longer has an effect. Remove it.',
  replaced: '{name} no longer has an effect. {cure} Then remove it.',
  cure: {
    SECOND_FACTOR_FOR: 'Owners choose the roles that need two-factor authentication on Team.',
    OIDC_ENFORCED_DOMAINS: 'With OIDC_BREAK_GLASS, only those addresses of OIDC_DOMAINS can use a password.',
    OIDC_TRUSTED_DOMAINS: 'Let Microsoft Entra ID send the claims xms_edov and acct.',
    OIDC_VIEWER_BUSINESS: 'Invite people on Team, or let a directory add them.',
  },
  refused: {
    SECOND_FACTOR_FOR:
      'SECOND_FACTOR_FOR no longer has an effect. Add all roles on Team in the earlier version, at each business. Then remove it.',
    OIDC_ENFORCED_DOMAINS:
      'OIDC_ENFORCED_DOMAINS no longer has an effect: OIDC_BREAK_GLASS ends the passwords of all OIDC_DOMAINS. Keep in OIDC_DOMAINS only domains whose passwords may end. Then remove OIDC_ENFORCED_DOMAINS.',
  },
  missingServer: 'SMTP_URL is missing. With SMTP_FROM, it must be {expected}.',
  wrong: '{name} should be {expected}.',
  wrongValue: '{name} should be {expected}, but it is "{value}".',
  conflict: {
    serviceKeys:
      'SERVICE_API_KEY lists several keys. SERVICE_API_SECRET should have a secret for each, in the same order, separated by commas.',
    owner: 'Set both OWNER_EMAIL and OWNER_PASSWORD, or neither.',
  },
  profile: {
    unreadable: '{file} should be a JSON object with names of variables and their values.',
    wrongLimit: '{file}: {name} should be {expected}.',
    wrong:
      '{file} contains {name}, which should be a variable about the service with a text, a number or a list of both.',
  },
  secret: {
    public: '{name} contains a value that is published with the sandbox. Set a secret of your own.',
    weak: '{name} contains a secret that can be guessed. Make a random one: openssl rand -base64 32.',
  },
  encryption: {
    derived: '{name} (made from {source})',
    outsideMachine:
      '{variable} must begin with https, unless it is an address on this machine. ALLOW_HTTP_IN_PRIVATE_NETWORK=1 allows http in a private network.',
    publicAddress:
      '{variable} must begin with https. ALLOW_HTTP_IN_PRIVATE_NETWORK allows http only for private addresses and names.',
  },
  expected: {
    apiKey: 'the API key of your account at the service',
    apiSecret: 'the API secret of your account at the service',
    appUrl: 'the web address that people open, without a path, such as https://countinghouse.example.com',
    businessIds: 'business IDs (UUIDs), separated by commas',
    callbackAddress: 'the web address at which the service reaches this product',
    callbackKeys: 'keys of at least 32 characters, newest first, separated by commas',
    callbackSignatureSecret: 'the secret with which the service signs callbacks',
    characters: 'at least {count} characters',
    collectorAddress: 'the web address of an OpenTelemetry collector, such as http://localhost:4318',
    currencyDecimals: 'currencies and their decimals, such as HUF=0,ISK=2',
    clientId: 'the client ID at the OpenID provider',
    clientSecret: 'the client secret at the OpenID provider',
    databaseAddress: 'a PostgreSQL address such as postgresql://user:password@host:5432/name',
    domains: 'email domains such as example.com, separated by commas',
    emailAddress: 'an email address',
    emailAddresses: 'email addresses, separated by commas',
    fieldName: 'the name of a field, such as paymentInfo',
    fieldNames: 'field names, separated by commas',
    flag: 'true or false',
    folder: 'the path of a folder',
    headerName: 'the name of an HTTP header',
    host: 'a host name or IP address to listen on',
    httpStatuses: 'HTTP statuses from {lowest} to {highest}, separated by commas',
    ipAddresses: 'IP addresses or ranges such as 192.0.2.0/24, separated by commas',
    issuer:
      'the issuer of the OpenID provider, such as https://login.example.com, with https except on this machine',
    mailAddress: 'the address of a mail server, such as smtps://user:password@mail.example.com',
    oneFieldName: 'the name of one field, such as paymentInfo',
    oneOf: 'one of {values}',
    paymentPath: "a path that contains '{paymentId}'",
    port: 'a port that browsers don’t block, such as {port}',
    randomCharacters: 'at least {count} random characters',
    sandboxAddress: 'the web address of the sandbox, the same as SERVICE_BASE_URL',
    sender:
      "the sender of emails: an address, or a name and an address like Countinghouse '<desk@example.com>'",
    serviceAddress: 'the web address of the payment service, such as https://pay.example.com',
    signedParts: 'one or more of {values}, separated by commas, in signing order',
    signatureSeparator: 'the text between the signed parts of a request',
    signingKeys:
      'Ed25519 private keys, newest first, separated by commas: 32 random bytes each (openssl rand -base64 32)',
    webhook: 'a web address with https (or http on this machine), without user name and password',
    limits: 'an object with these names only: {names}',
    wholeNumber: 'a whole number from {lowest} to {highest}',
    wholeNumberOf: 'a whole number from {lowest} to {highest} ({unit})',
    word: 'one word without spaces',
  },
  secretFile: {
    unreadable: '{name}_FILE names a file that can’t be read: {file} ({reason}).',
  },
  unit: {
    characters: 'characters',
    days: 'days',
    rows: 'rows of a batch',
    proxies: 'trusted proxy servers',
    seconds: 'seconds',
  },
});

/** Help texts of the metrics, for operators. */
export const tMetrics = createMessages({
  actions: 'Duration of server actions by action and outcome (done, or the failure code)',
  backupAt: 'Time of the latest backup by npm run backup, or 0 if none is recorded',
  callbackAt: 'Time of the newest stored callback in any business, or 0 if there is none',
  jobFailures: 'Consecutive failures of each background job',
  jobLastRun: 'Time when the last run of each background job ended',
  poolConnections: 'Number of database connections of this process by state (used, idle, waiting)',
  queueAge: 'Seconds that the oldest item of each queue has waited, across all businesses',
  queueDepth: 'Number of items waiting in each queue, across all businesses. Counting stops at 10,000',
  routes:
    'Duration of HTTP requests by route, kind (page, action, api, asset) and status class, without live-update streams',
  workerSilence: 'Seconds since a worker or a cron route was last active',
  anchorAlarm: '1 if an expected audit anchor is missing, otherwise 0',
  anchoredAt: 'Time of the newest audit anchor, or 0 if there is none',
  callbacks: 'Number of received callbacks by type and response',
  ready: '1 if this process can serve requests, otherwise 0',
  databaseUp: '1 if the database answers this process, otherwise 0',
  gaugeReadAt: 'Time when each group of gauges was last read, or the start of this process',
  failedWithdrawals:
    'Number of withdrawals reported as failed or blocked within a day, up to 1,000 per business',
  jobLate: '1 if no run of a background job ended in time, otherwise 0',
  freeBytes: 'Free bytes of the disk with DATA_DIR',
  certificateUntil: 'Time when the certificate of each host ends',
  serviceRequests: 'Number of requests to the payment service by outcome (status class, not-sent, unknown)',
  clockSkew:
    'Seconds that the clock of this machine is ahead of the database clock, at the last check of /api/ready',
  commits: 'Number of database transactions that stored callbacks',
  creates: 'Number of payment requests by outcome',
  batchRows: 'Number of rows of payment batches by outcome',
  jobRuns: 'Duration of background job runs by job and outcome (done, failed)',
  personLimits:
    'Number of requests that reached the limit for one person, by type and outcome (queued, refused, stalled, closed)',
  requests: 'Duration of HTTP requests',
  signInCeilings: 'Number of accounts with delayed sign-in attempts after too many failures',
  signIns:
    'Number of sign-in attempts by outcome (opened, wrong, throttled-pair, throttled-address, throttled-account)',
});
