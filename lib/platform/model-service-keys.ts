/** An API key of the service with the secret that signs its requests. */
export type ServiceKey = { readonly key: string; readonly secret: string };

export type ServiceKeys = readonly [ServiceKey, ...ServiceKey[]];

const split = (list: string): readonly string[] => list.split(',').map((value) => value.trim());

/**
 * Reads the API keys of the service, newest first. While one replaces another, both are listed with a comma, and their
 * secrets in the same order. The header separates its parts by commas (§5), so a key contains none. The secret of a single
 * key may. Returns null if the numbers differ.
 */
export function readServiceKeys(keys: string, secrets: string): ServiceKeys | null {
  const [first, ...others] = split(keys);
  if (first === undefined || others.length === 0) return [{ key: keys, secret: secrets }];
  const [firstSecret, ...otherSecrets] = split(secrets);
  if (firstSecret === undefined || otherSecrets.length !== others.length) return null;
  const pairs: ServiceKeys = [
    { key: first, secret: firstSecret },
    ...others.map((key, index) => ({ key, secret: otherSecrets[index] ?? '' })),
  ];
  return pairs.every(({ key, secret }) => key !== '' && secret !== '') ? pairs : null;
}

/** A part of a list that is shorter belongs to a single secret with a comma in it. */
const shortestListedSecret = 16;

/** Reads the secrets that sign callbacks: one, or several with commas while one replaces another. */
export function readSignatureSecrets(text: string): readonly string[] {
  const parts = split(text);
  return parts.length > 1 && parts.every(({ length }) => length >= shortestListedSecret)
    ? [text, ...parts]
    : [text];
}
