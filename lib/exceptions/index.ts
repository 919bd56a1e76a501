import 'server-only';

export { countExceptions, exceptionOwners, listExceptions } from './queries.ts';
