import fs from 'node:fs';
import { expect, test } from 'vitest';
import { defaultAssumptions, readAssumptions } from './assumptions.ts';
import { listChangedLimits } from './person-limits.ts';
import { listProfileValues, parseServiceProfile, profileVariables } from './service-profile.ts';

test('the service profile has every assumption with its default', () => {
  const profile = parseServiceProfile(fs.readFileSync('service-profile.json', 'utf8'));
  expect(readAssumptions(profile.variables)).toEqual(defaultAssumptions);
  expect(Object.keys(profile.variables)).toEqual(profileVariables);
  expect(profile.limits).toEqual(parseServiceProfile('{}').limits);
  expect(listChangedLimits(profile.limits)).toEqual([]);
});

test('limits of one person that the profile has are those of the installation, the others keep their defaults', () => {
  const { limits } = parseServiceProfile('{"limits": {"sessionIdleMinutes": 10}}');
  expect(limits).toMatchObject({ sessionIdleMinutes: 10, sessionHours: 12, openSessions: 10 });
  expect(listChangedLimits(limits)).toEqual(['limits.sessionIdleMinutes=10']);
});

test.each([
  ['{', 'service-profile.json should be a JSON object'],
  ['[]', 'service-profile.json should be a JSON object'],
  ['{"SERVICE_COLOUR": "red"}', 'service-profile.json contains SERVICE_COLOUR'],
  ['{"SERVICE_AUTH_SCHEME": {"a": 1}}', 'service-profile.json contains SERVICE_AUTH_SCHEME'],
  ['{"SERVICE_API_SECRET": "s"}', 'service-profile.json contains SERVICE_API_SECRET'],
  // A session can't become longer.
  [
    '{"limits": {"sessionIdleMinutes": 31}}',
    'limits.sessionIdleMinutes should be a whole number from 5 to 30',
  ],
  ['{"limits": {"reads": "3"}}', 'limits.reads should be a whole number from 1 to 5'],
  [
    '{"limits": {"colour": 1}}',
    'service-profile.json: limits should be an object with these names only: open',
  ],
  ['{"limits": []}', 'service-profile.json: limits should be an object with these names only: open'],
])('refuses the service profile %s', (text, line) => {
  expect(() => parseServiceProfile(text)).toThrow(line);
});

test('a variable overrides the service profile, an empty one does not', () => {
  const text = '{"SERVICE_AUTH_SCHEME": "OTHER", "SERVICE_REFUSED_STATUSES": [400, 409]}';
  expect(listProfileValues(text, { SERVICE_AUTH_SCHEME: '' })).toEqual({
    SERVICE_AUTH_SCHEME: 'OTHER',
    SERVICE_REFUSED_STATUSES: '400,409',
  });
  expect(listProfileValues(text, { SERVICE_AUTH_SCHEME: 'SVC-API' })).toEqual({
    SERVICE_REFUSED_STATUSES: '400,409',
  });
});
