/** The lowest safe version of a package. */
export type DependencyFloor = {
  readonly name: string;
  /** The first version that may be installed. */
  readonly version: string;
  readonly reason: string;
};

/** Packages whose older versions have known vulnerabilities that affect this application. */
export const dependencyFloors: readonly DependencyFloor[] = [
  {
    name: 'next',
    version: '16.3.3',
    reason: 'Earlier versions have proxy bypasses (GHSA-267c-6grr-h53f and the fixes that followed it).',
  },
  {
    name: 'next-auth',
    version: '4.24.15',
    reason:
      'Earlier versions accept look-alike characters for the @ of an email address (GHSA-7rqj-j65f-68wh).',
  },
];

/**
 * Compares two versions number by number. A prerelease is lower than its release.
 *
 * @returns a negative number, zero or a positive number, as for sorting
 */
export function compareVersions(left: string, right: string): number {
  const [leftNumbers, leftPrerelease] = splitVersion(left);
  const [rightNumbers, rightPrerelease] = splitVersion(right);
  for (const [index, number] of leftNumbers.entries()) {
    const difference = number - (rightNumbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(rightPrerelease) - Number(leftPrerelease);
}

function splitVersion(version: string): [numbers: readonly number[], isPrerelease: boolean] {
  const [release = '', ...prerelease] = version.replace(/\+.*$/, '').split('-');
  return [release.split('.').map(Number), prerelease.length > 0];
}

/** Lists the installed packages that are older than their floor, as `name version < floor`. */
export function listBelowFloor(
  packages: Readonly<Record<string, { readonly version?: string | undefined }>>,
): string[] {
  return dependencyFloors.flatMap(({ name, version: floor }) =>
    Object.entries(packages)
      .filter(([key]) => key === `node_modules/${name}` || key.endsWith(`/node_modules/${name}`))
      .filter(([, { version = '0.0.0' }]) => compareVersions(version, floor) < 0)
      .map(([key, { version }]) => `${key} ${version} < ${floor}`),
  );
}
