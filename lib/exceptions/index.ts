import 'server-only';

export { countOpenMisfits } from './open-misfits-queries.ts';
export {
  addUpExceptions,
  countExceptions,
  exceptionOwners,
  exceptionSource,
  exceptionTotals,
  listExceptions,
} from './queries.ts';
