import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tCommands } from '#lib/messages/commands.ts';
import { hashContents } from './content-hash.ts';
import { explainWriteErrors, StartFailure } from './database/failure.ts';
import { runPrisma } from './prisma/command-line.ts';
import { projectFolder } from './settings.ts';

const generated = path.join(projectFolder, 'prisma', 'generated');
const stampFile = path.join(generated, '.made-from');

/**
 * Removes the signs of Prisma's comments that V8 stores in two bytes. A text with one such character takes twice its memory in
 * every process, and these files have a million.
 */
function keepNarrow(file: string): void {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replaceAll(/\p{Extended_Pictographic}/gu, ''));
}

/** Makes the database client in prisma/generated where the schema has changed since it was made. */
export async function generate(): Promise<'made' | 'kept'> {
  const hash = hashContents(projectFolder, [
    'prisma/schema',
    'prisma.config.ts',
    'node_modules/prisma/package.json',
  ]);
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hash) return 'kept';
  explainWriteErrors(generated, () => fs.rmSync(stampFile, { force: true }));
  const { code, output } = await runPrisma(['generate']);
  if (code !== 0) throw new StartFailure(`${tCommands('generate.failed')}\n${output.trim()}`);
  explainWriteErrors(generated, () => {
    for (const file of fs.globSync('**/*.ts', { cwd: generated })) keepNarrow(path.join(generated, file));
    fs.writeFileSync(stampFile, hash);
  });
  return 'made';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(tCommands((await generate()) === 'made' ? 'generate.made' : 'generate.current'));
}
