import { createMessages } from './create-messages.ts';

/** Texts of the page that reprocesses stored callbacks. */
export const tReprocess = createMessages({
  title: 'Reprocess callbacks',
  back: 'Callbacks',
  empty: 'No callbacks have been reprocessed yet.',
  form: {
    all: 'Callbacks to reprocess',
    anyKind: 'All callback types',
    anyVerdict: 'Any result',
    failed: 'The dry run couldn’t be started',
    from: 'First day',
    kind: 'Callback type',
    one: 'One callback',
    only: 'Only the callback <callback></callback> is reprocessed. <link>Choose other callbacks</link>',
    start: 'Start dry run',
    text: 'Countinghouse processes stored callbacks again with its current version and settings. Valid callbacks leave quarantine, and records are rebuilt. A dry run shows the differences, but changes nothing. You can leave this page while it runs.',
    to: 'Last day',
    verdict: 'Current result of the callback',
  },
  run: {
    applied: 'Changes applied',
    apply: 'Apply changes',
    applyQuestion: '{count, plural, one {Apply # change?} other {Apply # changes?}}',
    applyText:
      'Records are rebuilt from the stored content. The stored content doesn’t change. Each change is recorded in the audit log.',
    author: 'By {name}, <time></time>: {selection}',
    changed: 'Number of applied changes',
    checked: 'Callbacks checked',
    differences: 'Differences found',
    dry: 'Dry run',
    firstDifferences: 'only the first {count, number} are listed',
    formerMember: 'Former member',
    notApplied: 'The changes of the dry run couldn’t be applied',
    notStopped: 'The reprocessing run couldn’t be stopped',
    progress:
      '{seen, number} of {total, number} callbacks checked, {differing, plural, =0 {no differences} one {# difference} other {# differences}}.',
    progressApplied:
      '{seen, number} of {total, number} callbacks checked, {differing, plural, =0 {no differences} one {# difference fixed} other {# differences fixed}}.',
    stop: 'Stop reprocessing',
    wasApplied: 'The changes of this dry run were applied.',
    wouldChange: 'Number of possible changes',
  },
  columns: {
    part: 'Field',
    rebuilt: 'Rebuilt value',
    record: 'Affected record',
    stored: 'Stored value',
  },
  selection: {
    allKinds: 'all callback types',
    anyVerdict: 'any result',
    filter: '{kind}, {verdict}',
    one: 'one callback',
    selected: '{count, plural, one {# selected callback} other {# selected callbacks}}',
  },
  state: {
    done: 'Done',
    failed: 'Failed',
    stopped: 'Stopped',
    waiting: 'Running',
  },
  errors: {
    applied: 'The changes of this dry run are already applied.',
    ended: 'This reprocessing run has already ended.',
    notFound: 'This dry run doesn’t exist or hasn’t ended yet.',
    running:
      'Another reprocessing run of this business is in progress. Wait until that run ends, or stop it.',
  },
});
