/** What can tell that an answer is of a type: `parse` gives it back, or throws. A zod schema is one too. */
export type Shape<View> = { readonly parse: (value: unknown) => View };

/**
 * The shape of what our own routes answer. They make it from the type, so only its outline is checked here: that
 * spares every page a library for checking.
 */
export function outline<View>(fits: (value: unknown) => boolean): Shape<View> {
  const isView = (value: unknown): value is View => fits(value);
  return {
    parse: (value) => {
      if (isView(value)) return value;
      throw new TypeError('The server answered something else than was asked for.');
    },
  };
}

/** An object that has these fields. */
export const withFields =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
