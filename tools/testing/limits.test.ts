import fs from 'node:fs';
import { expect, test } from 'vitest';

/** docs/limits.md names each limit with its value and its constant. */
const document = fs.readFileSync('docs/limits.md', 'utf8');

const multiples: Readonly<Record<string, readonly number[]>> = {
  '': [1],
  s: [1],
  minutes: [1],
  hours: [1],
  KiB: [1_024],
  MiB: [1_048_576],
};

/** Returns the number that a constant, field or limit of attempts has in a file. */
function findNumber(file: string, name: string): number | null {
  const text = fs.readFileSync(file, 'utf8');
  const start = text.search(new RegExp(`(?<![\\w.])${name}(?::|\\s*=)`));
  const definition = start < 0 ? '' : text.slice(start, start + 220);
  const written =
    /^\w+: AttemptLimit = \{[^}]*points: ([\d_]+)/.exec(definition) ??
    /^\w+(?::| =) ([\d_]+(?: \* [\d_]+)*)[;,]/.exec(definition);
  if (written?.[1] === undefined) return null;
  return written[1].split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const rows = [...document.matchAll(/^- (.+?): ([\d,]+)(?: (\w+))?, `([^`#]+)#(\w+)`$/gm)].map(
  ([, limit = '', digits = '', unit = '', file = '', name = '']) => ({
    limit,
    digits,
    unit,
    name,
    file,
  }),
);

test('every limit has the value of its constant', () => {
  const wrong = rows.flatMap(({ limit, digits, unit, name, file }) => {
    const found = findNumber(file, name);
    const shown = (multiples[unit] ?? []).map((multiple) => multiple * Number(digits.replaceAll(',', '')));
    return found !== null && shown.includes(found)
      ? []
      : [`${limit}: ${digits} ${unit}, ${name} is ${found}`];
  });
  expect(wrong).toEqual([]);
  // Every row of the limits was read.
  const written = document.slice(document.indexOf('## Limits')).match(/^(?:- |\|).*`/gm) ?? [];
  expect(rows.length).toBe(written.length);
  expect(rows.length).toBeGreaterThan(35);
});

test('every named file exists', () => {
  const files = [...document.matchAll(/`((?:lib|scripts|tools|docs)\/[^`#]+\.\w+)[`#]/g)].map(
    ([, file = '']) => file,
  );
  expect(files.filter((file) => !fs.existsSync(file))).toEqual([]);
});

test('sees a wrong value', () => {
  expect(findNumber('lib/passkeys/model.ts', 'maxPasskeys')).toBe(20);
  expect(findNumber('lib/access/throttle.ts', 'codeLimit')).toBe(10);
  expect(findNumber('lib/passkeys/model.ts', 'noSuchConstant')).toBeNull();
});
