import 'server-only';

export { findAnywhere } from './queries.ts';
export { toldValues } from './told-queries.ts';
