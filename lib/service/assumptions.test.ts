import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnv, variableNames } from '#lib/platform/env-schema.ts';
import { assumptions } from './assumptions.ts';
import { serviceSettings } from './settings.ts';

const nothingSet = readEnv({
  DATABASE_URL: 'postgresql://localhost/x',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  CALLBACK_SECRETS: 'x'.repeat(32),
  SERVICE_BASE_URL: 'https://pay.example.com',
  SERVICE_API_KEY: 'key',
  SERVICE_API_SECRET: 'secret',
});
const all = assumptions(serviceSettings(nothingSet));

test('each has a key of its own, and a variable that exists', () => {
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  for (const { variable } of all) if (variable !== null) expect(variableNames).toContain(variable);
  expect(all.every(({ section }) => /^§/.test(section))).toBe(true);
});

test('every variable that settles how we speak to the service has its row', () => {
  const facts = ['SERVICE_BASE_URL', 'SERVICE_API_KEY', 'SERVICE_API_SECRET'];
  const settling = variableNames.filter((name) => name.startsWith('SERVICE_') && !facts.includes(name));
  expect(all.flatMap(({ variable }) => variable ?? [])).toEqual(expect.arrayContaining(settling));
});

test('what no variable changes names the file that settles it, and nothing claims both', () => {
  for (const { key, variable, settledIn } of all) {
    expect([key, variable === null]).toEqual([key, settledIn !== null]);
    if (settledIn !== null) expect([key, existsSync(settledIn)]).toEqual([key, true]);
  }
});

test('a variable that is set shows', () => {
  const changed = assumptions({ ...serviceSettings(nothingSet), callbackDepegUnit: 'display' });
  expect(changed.find(({ key }) => key === 'callback-depeg-unit')?.value).toBe('display');
});

test('with nothing set, the value is the default that is stated', () => {
  for (const { key, value, default: stated } of all) expect([key, value]).toEqual([key, stated]);
});
