import { tQuery } from '#lib/messages/query.ts';

/** Checks that an answer has a type: `parse` returns it or throws. A zod schema is one too. */
export type Shape<View> = { readonly parse: (value: unknown) => View };

/**
 * Creates the shape of an answer of our own routes. They build it from the type, so only its outline is checked here.
 * That saves every page a validation library.
 */
export function outline<View>(fits: (value: unknown) => boolean): Shape<View> {
  const isView = (value: unknown): value is View => fits(value);
  return {
    parse: (value) => {
      if (isView(value)) return value;
      throw new TypeError(tQuery('unexpectedShape'));
    },
  };
}

/** Accepts an object that has these fields. */
export const withFields =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
