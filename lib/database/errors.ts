import 'server-only';
import * as z from 'zod';

const connectionErrorName = 'ConnectionError';

/**
 * There was no connection to the database in time, or the connection was lost. It is recognized by its name: Next's
 * bundles each have their own copy of this class, but share the pools that throw it.
 */
export class ConnectionError extends Error {
  override readonly name = connectionErrorName;
}

/** Another transaction holds or has changed the records. The same work may succeed now. */
export class BusyRecordsError extends Error {
  override readonly name: string = 'BusyRecordsError';
}

/**
 * The kinds of database failures.
 * - `away`: unreachable, or no free connection.
 * - `busy`: a lock or a time limit.
 * - `full`: out of disk, memory or connections.
 * - `data`: the values break a constraint or a limit, and would again.
 * - `other`: another error that has a code.
 */
export type DatabaseFailure = 'away' | 'busy' | 'full' | 'data' | 'other';

/** Classes and codes of PostgreSQL (SQLSTATE). */
const sqlStates: readonly (readonly [DatabaseFailure, RegExp])[] = [
  ['away', /^(08|57P0[123])/],
  ['busy', /^(57014|55P03|40P01|40001)$/],
  ['full', /^53/],
  ['data', /^(22|23|54)/],
];

/** Codes of Prisma. */
const prismaCodes: Readonly<Record<string, DatabaseFailure>> = {
  P1001: 'away',
  P1002: 'away',
  P1008: 'away',
  P1017: 'away',
  P2024: 'away',
  P2028: 'away',
  P2034: 'busy',
  P2037: 'full',
  P2002: 'data',
  P2003: 'data',
  P2039: 'data',
};

/** Codes of the network. */
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
]);

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/** Prisma's errors have PostgreSQL's code in their cause, or in that of the adapter's error in their details. */
const adapterCause = z.object({ originalCode: z.string() });
const knownRequestError = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: adapterCause }) }),
});

function findSqlState(error: Error): string | null {
  const prismaError = knownRequestError.safeParse(error);
  if (prismaError.success) return prismaError.data.meta.driverAdapterError.cause.originalCode;
  const adapter = adapterCause.safeParse(error.cause);
  return adapter.success ? adapter.data.originalCode : null;
}

const classifySqlState = (state: string): DatabaseFailure =>
  sqlStates.find(([, pattern]) => pattern.test(state))?.[0] ?? 'other';

function classifyOne(error: Error): DatabaseFailure | null {
  if (error.name === connectionErrorName) return 'away';
  if (error instanceof BusyRecordsError) return 'busy';
  const state = findSqlState(error);
  if (state !== null) return classifySqlState(state);
  if (!('code' in error)) return null;
  const code = String(error.code);
  if (networkCodes.has(code)) return 'away';
  return prismaCodes[code] ?? (sqlStatePattern.test(code) ? classifySqlState(code) : 'other');
}

/** Returns the kind of a database failure from its type and codes, or null for errors without a code. */
export function classifyDatabaseError(thrown: unknown): DatabaseFailure | null {
  let other: DatabaseFailure | null = null;
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const found = classifyOne(error);
    if (found !== null && found !== 'other') return found;
    other ??= found;
  }
  return other;
}

/** Returns why the database is unreachable, in a few words for the log. Null for any other failure. */
export function findOutageReason(thrown: unknown): string | null {
  if (classifyDatabaseError(thrown) !== 'away' || !(thrown instanceof Error)) return null;
  return 'code' in thrown ? String(thrown.code) : thrown.message;
}

/** Returns true if another row holds a value that must be unique. */
export const isUniqueViolation = (failure: unknown): boolean =>
  hasCode(failure, 'P2002') || hasCode(failure, '23505');

/** Returns true if a transaction took longer than allowed, or didn't begin in time. */
export const isTransactionTimeout = (failure: unknown): boolean => hasCode(failure, 'P2028');

/** Returns true if a lock took longer than allowed. */
export const isLockTimeout = (failure: unknown): boolean => hasCode(failure, '55P03');

/** Returns true if a statement was canceled, by us or by its time limit. */
export const isCanceled = (failure: unknown): boolean => hasCode(failure, '57014');

/**
 * Returns true if a standby may have ended a read that the primary can answer: for changes that it had to apply, or because it
 * stops.
 */
export const isEndedByStandby = (failure: unknown): boolean =>
  ['40001', '40P01', '57P01', '57P02', '57P03'].some((code) => hasCode(failure, code));

const hasCode = (failure: unknown, code: string): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === code;
