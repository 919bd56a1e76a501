import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expandListRoute } from '#lib/values/list-routes.ts';

/** Lists what the production build serves, from its own manifests, so that no route can be left out. */

const manifest = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.resolve('.next', 'server', name), 'utf8'));

/**
 * Pages and routes by their path below app/: `/(dashboard)/[business]/overview/page`. A route for all lists counts as one
 * of each list.
 */
export const builtRoutes = (): string[] =>
  Object.keys(manifest('app-paths-manifest.json'))
    .flatMap((route) =>
      route.includes('[list]') ? expandListRoute(route).map((expanded) => expanded.route) : route,
    )
    .sort();

export type BuiltAction = { readonly id: string; readonly name: string; readonly file: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function builtActions(): BuiltAction[] {
  const { node } = manifest('server-reference-manifest.json');
  if (!isRecord(node)) throw new Error('the build has no list of actions');
  return Object.entries(node).map(([id, entry]) => {
    const { exportedName, filename } = isRecord(entry) ? entry : {};
    return { id, name: String(exportedName), file: String(filename) };
  });
}
