import 'server-only';

export { findAnywhere } from './queries.ts';
export { readReportedValues } from './reported-queries.ts';
