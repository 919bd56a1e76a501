import 'server-only';

export {
  addUpExceptions,
  countExceptions,
  exceptionOwners,
  exceptionSource,
  exceptionTotals,
  listExceptions,
} from './queries.ts';
