import 'server-only';

export { countExceptions, exceptionOwners, exceptionSource, listExceptions } from './queries.ts';
