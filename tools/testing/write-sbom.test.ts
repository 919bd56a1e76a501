import fs from 'node:fs';
import { expect, test } from 'vitest';
import { parseSbom, sbomFile, writeSbom } from './write-sbom.ts';

test('writes every package of the lockfile without a network', async () => {
  fs.rmSync(sbomFile, { force: true });
  const offline = { ...process.env, npm_config_registry: 'http://127.0.0.1:9' };
  expect(await writeSbom(offline)).toEqual({ code: 0, output: '' });
  const written = fs.readFileSync(sbomFile, 'utf8');
  for (const name of ['next', 'next-auth', 'pg']) expect(written).toContain(`"name": "${name}"`);
});

test('fails where npm cannot run or prints something else', async () => {
  expect((await writeSbom({ ...process.env, npm_execpath: '/no/such/npm.js' })).code).not.toBe(0);
  expect(parseSbom('npm error code ELOCKVERIFY')).toBeNull();
  expect(parseSbom('{"bomFormat":"CycloneDX","specVersion":"1.5","components":[]}')).toBeNull();
});
