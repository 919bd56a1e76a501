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
