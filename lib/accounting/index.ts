import 'server-only';

/**
 * The journal of a business for its books. The movements of a statement become entries that always balance, by net posting
 * against the position at the service. Writers turn them into the files of accounting programs. A file is a numbered run
 * whose bytes are stored, and a new run holds only what no run of its target and period holds.
 */

export { runTimeoutMs, startRun } from './make-run.ts';
export { fetchRun, readAccounting, readSettings } from './queries.ts';
export { prepareScheduledRun } from './scheduled-run.ts';
export { setAccounts } from './set-accounts.ts';
