import 'server-only';

export { listViews } from './queries.ts';
export { mayShareViews } from './view-permissions.ts';
