import 'server-only';

export { findAnywhere } from './queries.ts';
