import { createMessages } from './create-messages.ts';

/** Help texts of the metrics, for operators. */
export const tMetrics = createMessages({
  actions: 'Duration of server actions by verb and outcome (done, or the code of the failure)',
  backupAt: 'Time of the latest backup by npm run backup, or 0 if none is recorded',
  jobFailures: 'Consecutive failures of each background job',
  jobLastRun: 'Time when the last run of each background job ended',
  poolConnections:
    'Database pool connections of this process by state (used, idle, waiting for a connection)',
  queueAge: 'Age of the oldest waiting item of each queue in seconds, in all businesses',
  queueDepth: 'Number of items waiting in each queue, across all businesses. Counting stops at 10,000',
  routes:
    'Duration of HTTP requests by route pattern, kind (page, action, api, asset) and status class. Streams are not included',
  workerSilence: 'Seconds since a worker or a cron route was last active',
  anchorAlarm: '1 if an expected audit anchor is missing, otherwise 0',
  anchoredAt: 'Time of the newest audit anchor, or 0 if there is none',
  callbacks: 'Number of received callbacks by type and response',
  clockSkew:
    'Seconds that the clock of this machine is ahead of the database clock, at the last check of /api/ready',
  commits: 'Number of database transactions that stored callbacks',
  creates: 'Number of payment requests by outcome',
  batchRows: 'Number of rows of payment batches by outcome',
  jobRuns: 'Duration of the runs of background jobs by job and outcome (done, failed)',
  personLimits:
    'Number of requests that reached the limit for one person, by type and outcome (queued, refused, stalled, closed)',
  requests: 'Duration of HTTP requests',
  signInCeilings: 'Number of accounts with delayed sign-in attempts after too many failures',
  signIns:
    'Number of sign-in attempts by outcome (opened, wrong, throttled-pair, throttled-address, throttled-account)',
});
