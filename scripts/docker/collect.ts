import fs from 'node:fs';
import path from 'node:path';
import { tCommands } from '#lib/messages/commands.ts';
import { projectFolder } from '../settings.ts';
import { demoEntryPoints, entryPoints } from './entry-points.ts';
import { traceFiles } from './trace-files.ts';
import { unusedFiles, usedFonts } from './unused-files.ts';

/**
 * Puts the image's content together in .next/standalone: beside the web server that `next build` left there, the
 * other parts of the product and exactly the packages that they import. What only the image `demo` has comes to
 * .next/demo. Run by the Dockerfile.
 */

function copy(file: string, to: string): void {
  const target = path.join(to, file);
  if (fs.lstatSync(target, { throwIfNoEntry: false })) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.cpSync(path.join(projectFolder, file), target, { verbatimSymlinks: true });
}

const output = path.join(projectFolder, '.next', 'standalone');
const demo = path.join(projectFolder, '.next', 'demo');
const fileList = await traceFiles(entryPoints, demoEntryPoints);
for (const file of fileList) copy(file, output);
for (const file of await traceFiles(demoEntryPoints, [])) {
  if (!fs.lstatSync(path.join(output, file), { throwIfNoEntry: false })) copy(file, demo);
}

for (const folder of ['.next/static', 'public', 'prisma/migrations']) {
  const from = path.join(projectFolder, folder);
  if (fs.existsSync(from)) fs.cpSync(from, path.join(output, folder), { recursive: true });
}
// An operator mounts another one here.
copy('service-profile.json', output);
for (const file of fs.globSync([...unusedFiles], { cwd: output, exclude: [...usedFonts] })) {
  fs.rmSync(path.join(output, file), { recursive: true, force: true });
}
console.log(tCommands('build.collected', { count: String(fileList.size) }));
