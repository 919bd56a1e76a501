import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { projectFolder } from '#scripts/settings.ts';
import type { CommandOutcome } from './run-command.ts';
import { runCommand } from './run-command.ts';

/** The path of the software bill of materials. */
export const sbomFile = 'test-results/sbom.cdx.json';

const cycloneDx = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(z.looseObject({ name: z.string(), version: z.string() })).min(100),
});

/** Optional packages of other platforms are not installed, so the lockfile is the source. It needs no network. */
const parameters = ['sbom', '--package-lock-only', '--offline', '--sbom-format=cyclonedx'];

/** Writes the bill of materials of the lockfile in CycloneDX format. Works with npm 10 and 11. */
export async function writeSbom(environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  // `npm test` names the npm that runs it.
  const npm = environment['npm_execpath'];
  const isScript = npm !== undefined && /\.[cm]?js$/.test(npm);
  const { code, output } = isScript
    ? await runCommand(process.execPath, [npm, ...parameters], environment)
    : await runCommand('npm', parameters, environment);
  if (code !== 0) return { code, output };
  const parsed = parseSbom(output);
  if (parsed === null)
    return { code: 1, output: `npm sbom wrote no CycloneDX document:\n${output.slice(0, 2_000)}` };
  const file = path.join(projectFolder, sbomFile);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, parsed);
  return { code: 0, output: '' };
}

/** Returns the document in npm's output, or null. Warnings may surround it. */
export function parseSbom(printed: string): string | null {
  const start = printed.indexOf('{');
  const end = printed.lastIndexOf('}');
  try {
    const document: unknown = JSON.parse(printed.slice(start, end + 1));
    return cycloneDx.safeParse(document).success ? `${JSON.stringify(document, null, 2)}\n` : null;
  } catch {
    return null;
  }
}
