import 'server-only';
import type { ConfirmationProblem } from './model.ts';

/** A sign-in that didn't work. The message is for the log only. */
export class SingleSignOnError extends Error {
  readonly problem: ConfirmationProblem;
  constructor(problem: ConfirmationProblem, message: string) {
    super(message);
    this.name = 'SingleSignOnError';
    this.problem = problem;
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Returns the problem of an error of the exchange with the provider. */
export function toProblem(error: unknown): ConfirmationProblem {
  if (error instanceof SingleSignOnError) return error.problem;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return networkCodes.has(code) ? 'unavailable' : 'invalid';
}
