declare const kind: unique symbol;

/** A string or number that only its own constructor may make. */
export type Branded<Base, Kind extends string> = Base & { readonly [kind]: Kind };

/**
 * The one place where a type is asserted instead of proven.
 * Call it only behind a check that has just shown the value to be what it is called.
 */
export function brand<T>(checked: unknown): T {
  return checked as T;
}
