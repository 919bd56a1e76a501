import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';

const output = path.join(projectFolder, '.next');
const buildManifest = z.object({ rootMainFiles: z.array(z.string()).min(1) });
const pageManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) });

/** Reads what a page of the build loads. The file is a script that assigns JSON to the route's name. */
function readPageManifest(route: string): z.output<typeof pageManifest> {
  const file = path.join(output, 'server', 'app', `${route}_client-reference-manifest.js`);
  const script = fs.readFileSync(file, 'utf8');
  const start = script.indexOf(`[${JSON.stringify(route)}]`);
  const json = script.slice(script.indexOf('{', start)).replace(/;\s*$/, '');
  return pageManifest.parse(JSON.parse(json));
}

/**
 * Lists the scripts that a page of the production build loads at first, by their path below `.next`. They include those
 * of Next, its layouts and error pages, and of every component that the page may render. `route` is its path below app/.
 */
export function listFirstLoadScripts(route: string): readonly string[] {
  const { rootMainFiles } = buildManifest.parse(
    JSON.parse(fs.readFileSync(path.join(output, 'build-manifest.json'), 'utf8')),
  );
  const { entryJSFiles } = readPageManifest(route);
  return [...new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])];
}

/** Reads a script of the build. */
export const readBuiltScript = (script: string): Buffer => fs.readFileSync(path.join(output, script));
