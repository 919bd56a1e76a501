import { createMessages } from './create-messages.ts';

/** Help texts of the metrics, for operators. */
export const tMetrics = createMessages({
  anchorAlarm: '1 while an expected anchor of the audit log is missing',
  anchoredAt: 'Time of the newest anchor of the audit log; 0 before the first',
  callbacks: 'Received callbacks by kind and answer',
  clockSkew: "Seconds that this machine's clock is ahead of the database's, at the last /api/ready",
  commits: 'Transactions that stored callbacks, each a batch of simultaneous deliveries',
  creates: 'Requests to create a payment by their outcome',
  personLimits:
    'Requests that reached a limit per person by kind and outcome: queued, refused, stalled, closed',
  requests: 'Duration of HTTP requests',
  signInCeilings: 'Accounts whose attempts were delayed after too many failures',
  signIns:
    'Password attempts by outcome: opened, wrong, throttled-pair, throttled-address, throttled-account',
});
