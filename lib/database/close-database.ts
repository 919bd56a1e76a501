import 'server-only';

// For programs that end by themselves: closing is all that they may do with the database directly.
export { closeDatabase } from './pools.ts';
