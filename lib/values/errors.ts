/** All failures of a request as seen from outside. Closed: the HTTP layer maps each one. */
export const problemCodes = [
  'unauthenticated',
  'forbidden',
  'reauthentication-required',
  'not-found',
  'invalid',
  'conflict',
  'throttled',
  'unavailable',
  'service-refused',
  'service-unreachable',
  'outdated',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Messages for form fields, by the field's path (`amount`, `redirectUrl`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failure whose message may be shown to the person. Any other error is shown as "internal". */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fieldErrors: FieldErrors;

  constructor(
    code: ProblemCode,
    message: string,
    options: { fieldErrors?: FieldErrors; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.fieldErrors = options.fieldErrors ?? {};
  }
}

/** Makes a switch exhaustive: the compiler rejects the call while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
