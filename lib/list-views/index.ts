import 'server-only';

export { viewsOf } from './queries.ts';
