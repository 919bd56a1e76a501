import type { Failure } from '#lib/values/action-result.ts';

/** Returns the part of the error that no field of the form shows, or null where the fields show all of it. */
export function formLevelError(
  { message, fieldErrors }: Pick<Failure, 'message' | 'fieldErrors'>,
  fields: readonly string[],
): string | null {
  const [other] = Object.entries(fieldErrors).flatMap(([field, errors]) =>
    fields.includes(field) ? [] : errors,
  );
  return other ?? (Object.keys(fieldErrors).length === 0 ? message : null);
}
