/** A person as the desk names them. */
export type Person = { readonly personId: string; readonly name: string };
