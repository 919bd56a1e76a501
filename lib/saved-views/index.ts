import 'server-only';

/**
 * Saved views: list states under a name, per person or shared within a business, and each person's default view.
 * Verbs check the list's own permission and write the audit log. This room never reads the rows of a list.
 */
export { findBuiltInView, listBuiltInViews } from './built-in-views.ts';
export { listViews } from './queries.ts';
export { findView } from './store.ts';
export { canShareViews, findViewPermission } from './view-permissions.ts';
