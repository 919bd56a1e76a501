import 'server-only';

/**
 * Payments that need attention, and create requests with an unknown outcome, as one list for finance.
 *
 * The reasons are inferred by `lib/observations` and `lib/payments`; this room only reads them. It stores the work on
 * an exception: assignee, note and resolution. A resolution covers the reasons of its time, so a new reason reopens the
 * exception. It never changes a payment.
 */

export { countOpenExceptions, countUnassignedExceptions } from './open-exceptions-queries.ts';
export {
  calculateExceptionTotals,
  countExceptions,
  exceptionSource,
  listExceptionAssignees,
  listExceptions,
  readExceptionTotals,
  readTolerance,
} from './queries.ts';
export { workException } from './work-exception.ts';
