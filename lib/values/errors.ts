/** Every way in which a request can fail, as the outside sees it. Closed: the border maps each one. */
export const problemCodes = [
  'unauthenticated',
  'forbidden',
  'not-found',
  'invalid',
  'conflict',
  'throttled',
  'unavailable',
  'service-refused',
  'service-unreachable',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Messages for fields of a form, keyed by the field's path (`amount`, `redirectUrl`). */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A failure whose message may be shown to the person. Anything else that is thrown is shown as "internal". */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fieldErrors: FieldErrors;

  constructor(code: ProblemCode, message: string, more: { fieldErrors?: FieldErrors; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.fieldErrors = more.fieldErrors ?? {};
  }
}

/** Makes a switch exhaustive: the compiler refuses the call while a case is missing. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
