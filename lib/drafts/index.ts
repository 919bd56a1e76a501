import 'server-only';

/**
 * Unsent text of forms, kept for its author alone until it is sent, for 30 days at most. Only the listed fields of the
 * listed forms are stored, never a password, code, token or key. Drafts are in no export and in no audit entry.
 */
export { listDrafts } from './queries.ts';
export { deleteDraft, deleteOldDrafts } from './store.ts';
