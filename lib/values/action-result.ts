import type { FieldErrors, ProblemCode } from './errors.ts';

/** How a failed request looks from outside, from an action and from a JSON route alike. */
export type Failure = {
  readonly ok: false;
  readonly code: ProblemCode;
  /** Fit to be shown to the person as it stands. */
  readonly message: string;
  readonly fieldErrors: FieldErrors;
  /** Under this id the cause is in the log. */
  readonly requestId: string;
};

/** What an action resolves to: it never throws for anything that a person can cause. */
export type ActionResult<Data> = { readonly ok: true; readonly data: Data } | Failure;
