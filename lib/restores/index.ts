import 'server-only';

/**
 * Applies the rules after a restore. Sessions are revoked, unfinished payment requests become Unknown, and jobs and
 * mail are paused. Owners confirm the people of their businesses. `npm run restore` applies these rules before the
 * restored database is used.
 */
export { applyRestoreRules } from './apply-restore-rules.ts';
export { findRestoreStatus, hasPausedWork, readRestoreView } from './queries.ts';
