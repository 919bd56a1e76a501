/** Files that contain the version of the product, with the places where it stands. `#` is the version. */
const places: Readonly<Record<string, readonly string[]>> = {
  'package.json': ['"version": "#"'],
  // Its own version is at the top and in the first package.
  'package-lock.json': ['"version": "#"', '"name": "countinghouse",\n      "version": "#"'],
  'lib/values/version.ts': ["version = '#'"],
  'compose.yaml': ['countinghouse:#}'],
  'compose.sandbox.yaml': ['countinghouse-demo:#}'],
};

export const versionFiles: readonly string[] = Object.keys(places);

/** Matches `1.2.3` and `1.2.3-rc.1`. */
export const semanticVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Returns the text of the file with the new version. Throws an error if a place doesn't have the former one. */
export function replaceVersion(file: string, text: string, former: string, next: string): string {
  return (places[file] ?? []).reduce((current, place) => {
    const from = place.replace('#', former);
    if (!current.includes(from)) throw new Error(`${file} lacks ${from}`);
    // A function, because `$` has a meaning in a replacement text.
    return current.replace(from, () => place.replace('#', next));
  }, text);
}
