import 'server-only';

// Lets programs close the database at their end, without access to anything else.
export { closeDatabase } from './pools.ts';
