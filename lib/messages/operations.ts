import { createMessages } from './create-messages.ts';

/** The Status page. */
export const tOperations = createMessages({
  title: 'Status',
  description:
    'Health of this installation, checked <time></time>. Operators run the same checks with npm run doctor. <zone></zone>',
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
      'Parts with different versions are running: {versions}. This is normal during an update. Otherwise, update the older parts.',
    empty: 'No part of this installation has been active with this version yet.',
    part: 'Part',
    state: 'State',
    version: 'Version',
    host: 'Machine',
    started: 'Started',
    seen: 'Last active',
    names: { web: 'Web app', intake: 'Callback intake', worker: 'Background worker', cron: 'Cron routes' },
    silent: 'Not running',
    silentHelp:
      'Start this part again. If this part is already running, check its connection to the database.',
    running: 'Running',
  },
  jobs: {
    title: 'Background jobs',
    empty: 'No background job has run yet. Start the worker, or set up the cron routes.',
    job: 'Job',
    result: 'Result',
    last: 'Last run',
    duration: 'Duration',
    succeeded: 'Last success',
    never: 'Never',
    done: 'Done',
    late: 'Late',
    lateHelp: 'The job should have run again. Restart the worker, or check the scheduler of the cron routes.',
    failed: 'Failed {count, plural, one {once} other {# times in a row}}',
    failedHelp: '{failure}. Search the worker’s log for the request ID {requestId}.',
    milliseconds: '{count} ms',
    seconds: '{count} s',
  },
  queues: {
    title: 'Queues of this business',
    queue: 'Queue',
    depth: 'Waiting items',
    oldest: 'Oldest item',
    atLeast: '{count}+',
    names: {
      'callbacks-quarantined': 'Quarantined callbacks',
      'payments-due': 'Payments to refresh',
      'batch-rows': 'Payments to create from files',
      exports: 'Export files',
      reprocessing: 'Reprocessing of callbacks',
      reviews: 'Open review cases',
    },
  },
});
