import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '#lib/values/lossless-json.ts';
import { writeJson } from '#lib/values/write-json.ts';
import { removeRisk } from './risk-fields.ts';
import { stripRisk } from './strip-risk.ts';

test.each([
  ['{"a":1,"riskScore":"0.9","b":2}', '{"a":1,"b":2}'],
  ['{"riskScore":"0.9"}', '{}'],
  ['{ "riskScore" : 1 , "RISKSCORE": 2 }', '{  }'],
  ['{"a":1,"b":2, "addressRiskAssessment":{"riskScore":1},\n"txAddressOwner":null}', '{"a":1,"b":2}'],
  ['{"deposits":[{"id":1,"risk\\u0053core":{"x":[1,2]}},{"riskScore":1}]}', '{"deposits":[{"id":1},{}]}'],
  // Both members of a duplicate key stay, so it remains ambiguous.
  ['{"status":"NEW","riskScore":1,"status":"PENDING"}', '{"status":"NEW","status":"PENDING"}'],
  ['{"a":{"riskScore":1},"a":1.500}', '{"a":{},"a":1.500}'],
])('removes risk members from %s and leaves the rest as it was written', (text, rest) => {
  expect(stripRisk(text)).toEqual({ text: rest, isStripped: true });
});

test.each([
  '{"a": 1.50, "risk": "riskScore"}',
  '["riskScore"]',
  '{"riskScore": ',
  '',
  '\uFEFF{"riskScore":1}',
])('leaves %s as it is', (text) => {
  expect(stripRisk(text)).toEqual({ text, isStripped: false });
});

test('leaves no risk member in any JSON, and loses nothing else', () => {
  const key = fc.constantFrom('a', 'riskScore', 'ADDRESSRISKASSESSMENT', 'txAddressOwner', 'b', '__proto__');
  const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (json, space) => {
      const text = JSON.stringify(json, null, space);
      const stripped = parseJson(stripRisk(text).text).value;
      expect(writeJson(stripped)).toBe(writeJson(removeRisk(parseJson(text).value).body));
    }),
    { numRuns: 1_000 },
  );
});
