import type { FieldErrors, ProblemCode } from './errors.ts';

/** A failed request, as actions and JSON routes return it. */
export type Failure = {
  readonly ok: false;
  readonly code: ProblemCode;
  /** Safe to show to the person. */
  readonly message: string;
  readonly fieldErrors: FieldErrors;
  /** The log has the cause under this id. */
  readonly requestId: string;
};

/** The result of an action. Actions never throw for anything that a person can cause. */
export type ActionResult<Data> = { readonly ok: true; readonly data: Data } | Failure;
