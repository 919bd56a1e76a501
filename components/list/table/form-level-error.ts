import type { Failure } from '#lib/values/action-result.ts';

/** Why it failed, as far as no field of the form says it; null where these say all of it. */
export function formLevelError(
  { message, fieldErrors }: Pick<Failure, 'message' | 'fieldErrors'>,
  fields: readonly string[],
): string | null {
  const [other] = Object.entries(fieldErrors).flatMap(([field, errors]) =>
    fields.includes(field) ? [] : errors,
  );
  return other ?? (Object.keys(fieldErrors).length === 0 ? message : null);
}
