import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { leaseMs } from './model.ts';
import { folderPrefix, removeStaleFolders, touchFolder } from './work-folders.ts';

test('deletes folders of copies that no process has used during a lease, and no others', async () => {
  const parent = await fs.mkdtemp(path.join(os.tmpdir(), 'work-folders-'));
  const old = new Date(Date.now() - leaseMs - 60_000);
  for (const name of [`${folderPrefix}stale`, `${folderPrefix}used`, 'other']) {
    await fs.mkdir(path.join(parent, name));
    await fs.writeFile(path.join(parent, name, 'payments.csv.gz'), 'text');
    await fs.utimes(path.join(parent, name), old, old);
  }
  await touchFolder(path.join(parent, `${folderPrefix}used`));
  await removeStaleFolders(parent);
  expect((await fs.readdir(parent)).toSorted()).toEqual([`${folderPrefix}used`, 'other']);
  await fs.rm(parent, { recursive: true });
});
