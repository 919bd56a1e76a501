import 'server-only';
import type { AnchorFailure } from './schema.ts';

/** Thrown when an anchor was not written or delivered. It raises an alarm and stops no other work. */
export class AnchorError extends Error {
  readonly failure: AnchorFailure;

  constructor(failure: AnchorFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = 'AnchorError';
    this.failure = failure;
  }
}
