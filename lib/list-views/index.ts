import 'server-only';

export { viewsOf } from './queries.ts';
export { mayShareViews } from './who-may.ts';
