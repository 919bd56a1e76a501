import { tQuery } from '#lib/messages/shell.ts';

/** Checks that an answer has a type: `parse` returns it or throws. A zod schema is one too. */
export type Shape<View> = { readonly parse: (value: unknown) => View };

/**
 * Checks a value by names of its fields. `names` exists for the compiler alone: every name must be a field of the
 * view.
 */
type FieldCheck<Name extends string> = (value: unknown, names?: readonly Name[]) => boolean;

/**
 * Creates the shape of an answer of our own routes. They build it from the type, so only its outline is checked here.
 * That saves every page a validation library.
 */
export function checkFields<View>(fits: FieldCheck<keyof View & string>): Shape<View> {
  const isView = (value: unknown): value is View => fits(value);
  return {
    parse: (value) => {
      if (isView(value)) return value;
      throw new TypeError(tQuery('unexpectedShape'));
    },
  };
}

/** Accepts an object that has these fields. In an outline the compiler refuses names that the view lacks. */
export const withFields =
  <Name extends string>(...names: readonly NoInfer<Name>[]): FieldCheck<Name> =>
  (value) =>
    typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
