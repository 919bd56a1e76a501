import { createMessages } from './create-messages.ts';

/** Help texts of the metrics, for operators. */
export const tMetrics = createMessages({
  anchorAlarm: 'Whether an expected audit anchor is missing: 1 if it is, otherwise 0',
  anchoredAt: 'Time of the newest audit anchor, or 0 if there is none',
  callbacks: 'Number of received callbacks by type and answer',
  clockSkew:
    'Seconds that the clock of this machine is ahead of the database clock, at the last check of /api/ready',
  commits: 'Number of database transactions that stored callbacks',
  creates: 'Number of payment requests by outcome',
  batchRows: 'Number of rows of payment batches by outcome',
  personLimits:
    'Number of requests that reached a limit per person, by type and outcome (queued, refused, stalled, closed)',
  requests: 'Duration of HTTP requests',
  signInCeilings: 'Number of accounts whose sign-in attempts were delayed after too many failures',
  signIns:
    'Number of sign-in attempts by outcome (opened, wrong, throttled-pair, throttled-address, throttled-account)',
});
