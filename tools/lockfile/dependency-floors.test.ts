import fs from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { compareVersions, dependencyFloors, listBelowFloor } from './dependency-floors.ts';

const lockfile = z.object({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});

test('no package of the lockfile is below its floor, and each floor is of an installed package', () => {
  const { packages } = lockfile.parse(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')));
  expect(listBelowFloor(packages)).toEqual([]);
  expect(dependencyFloors.filter(({ name }) => packages[`node_modules/${name}`] === undefined)).toEqual([]);
});

test('reports an older version, also where it is nested', () => {
  const packages = {
    'node_modules/next': { version: '16.3.2' },
    'node_modules/a/node_modules/next-auth': { version: '4.24.14' },
    'node_modules/not-next': { version: '1.0.0' },
  };
  expect(listBelowFloor(packages)).toEqual([
    'node_modules/next 16.3.2 < 16.3.3',
    'node_modules/a/node_modules/next-auth 4.24.14 < 4.24.15',
  ]);
});

test.each([
  ['16.3.3', '16.3.3', 0],
  ['16.10.0', '16.3.3', 7],
  ['16.3.3-canary.1', '16.3.3', -1],
  ['4.24.15', '5.0.0', -1],
])('compares %s with %s', (left, right, expected) => {
  expect(Math.sign(compareVersions(left, right))).toBe(Math.sign(expected));
});
