declare const kind: unique symbol;

/** A string or number that only its own constructor creates. */
export type Brand<Base, Kind extends string> = Base & { readonly [kind]: Kind };

/** The only place with a type assertion. Call it only after a check has proven the type. */
export function brand<T>(checked: unknown): T {
  return checked as T;
}
