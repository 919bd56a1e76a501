import 'server-only';
import type { AnchorFailure } from './schema.ts';

/** An anchor that was not written or not delivered. It raises an alarm and stops nothing else. */
export class AnchorError extends Error {
  readonly failure: AnchorFailure;

  constructor(failure: AnchorFailure, cause?: unknown) {
    super(failure, { cause });
    this.name = 'AnchorError';
    this.failure = failure;
  }
}
