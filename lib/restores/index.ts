import 'server-only';

/**
 * What happens after a backup was restored: sessions are revoked, unfinished payment requests become Unknown, jobs and
 * mail are paused, and owners confirm the people of their businesses. `npm run restore` applies these rules before the
 * restored database is used.
 */
export { applyRestoreRules } from './apply-restore-rules.ts';
export { findRestoreStatus, hasPausedWork, readRestoreView } from './queries.ts';
