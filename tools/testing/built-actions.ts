import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';

const actionManifest = z.object({
  node: z.record(z.string(), z.object({ exportedName: z.string(), filename: z.string() })),
});

/** A server action of the production build. */
type BuiltAction = { readonly id: string; readonly name: string; readonly file: string };

/** Lists the server actions of the production build from its own manifest, so that none can be left out. */
export function builtActions(): readonly BuiltAction[] {
  const file = path.join(projectFolder, '.next', 'server', 'server-reference-manifest.json');
  const { node } = actionManifest.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  return Object.entries(node).map(([id, entry]) => ({ id, name: entry.exportedName, file: entry.filename }));
}
