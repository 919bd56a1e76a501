import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canReachFolder } from './unprivileged.ts';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reach-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const stranger = { uid: 60_001, gid: 60_001 };

test('treats a folder below one that others may not enter as unreachable', () => {
  const deep = path.join(folder, 'closed', 'postgres');
  fs.chmodSync(folder, 0o711);
  fs.mkdirSync(path.dirname(deep), { mode: 0o700 });
  expect(canReachFolder(stranger, deep)).toBe(false);
  fs.chmodSync(path.dirname(deep), 0o711);
  expect(canReachFolder(stranger, deep)).toBe(true);
});

test('treats a folder that does not exist yet like its parents', () => {
  fs.chmodSync(folder, 0o711);
  expect(canReachFolder(stranger, path.join(folder, 'not', 'there'))).toBe(true);
});

test("uses the owner's permission for the owner", () => {
  const { uid, gid } = fs.statSync(folder);
  fs.chmodSync(folder, 0o700);
  expect(canReachFolder({ uid, gid }, path.join(folder, 'postgres'))).toBe(true);
});
