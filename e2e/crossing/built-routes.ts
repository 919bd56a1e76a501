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
