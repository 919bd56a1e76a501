import { createMessages } from './create-messages.ts';

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
  gaugeReadAt: 'Time when each group of gauges was last read',
  failedWithdrawals:
    'Number of withdrawals reported as failed or blocked within a day, up to 1,000 per business',
  jobLate: '1 if a background job did not run at its time, otherwise 0',
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
