import fs from 'node:fs';
import { expect, test } from 'vitest';

/** The sections of OWASP ASVS 5.0, by chapter, each with its count of requirements at levels 1 and 2, numbered from 1. */
const sections = [
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2',
  '2.1:3 2.2:3 2.3:4 2.4:1',
  '3.2:2 3.3:4 3.4:6 3.5:5 3.7:2',
  '4.1:3 4.2:1 4.3:2 4.4:4',
  '5.1:1 5.2:3 5.3:2 5.4:3',
  '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4',
  '7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2',
  '8.1:2 8.2:3 8.3:1 8.4:1',
  '9.1:3 9.2:4',
  '10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3',
  '11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1',
  '12.1:3 12.2:2 12.3:4',
  '13.1:1 13.2:5 13.3:2 13.4:5',
  '14.1:2 14.2:4 14.3:3',
  '15.1:3 15.2:3 15.3:7',
  '16.1:1 16.2:5 16.3:4 16.4:3 16.5:3',
  '17.1:1 17.2:4 17.3:2',
];

const required = sections
  .flatMap((chapter) => chapter.split(' '))
  .flatMap((text) => {
    const [section = '', count] = text.split(':');
    return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
  });

type Row = { readonly ids: readonly string[]; readonly state: string; readonly text: string };

/** Lists `1.2.3` and `1.2.4` for `1.2.3–4`. */
function expandRange(range: string): string[] {
  const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:–(\d+))?$/.exec(range) ?? [];
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => `${section}.${Number(first) + index}`,
  );
}

/** Reads items like `- 1.2.3, 1.2.5–7: where` below a heading that is their state. */
function readRows(document: string): Row[] {
  return document.split(/^## /m).flatMap((part) => {
    const state = part.slice(0, part.indexOf('\n')).toLowerCase();
    return [...part.matchAll(/^- (\d[\d., –]*): (.*(?:\n {2}.*)*)$/gm)].map(([, ids = '', text = '']) => ({
      ids: ids.split(', ').flatMap(expandRange),
      state,
      text,
    }));
  });
}

/** Lists the texts in backticks that are paths of this repository. Others are names, addresses and values. */
function readFileNames(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[\w.]+\/|^[\w.]+\.(md|json)$/.test(name));
}

const rows = readRows(fs.readFileSync('docs/asvs.md', 'utf8'));

test('reads ranges and continued lines', () => {
  expect(readRows('# A\n\n## Not met\n\n- 1.2.3, 1.4.5–7: One\n  `a/b`.\n- 1.2.4: Two.\n')).toEqual([
    { ids: ['1.2.3', '1.4.5', '1.4.6', '1.4.7'], state: 'not met', text: 'One\n  `a/b`.' },
    { ids: ['1.2.4'], state: 'not met', text: 'Two.' },
  ]);
});

test('covers each requirement exactly once', () => {
  expect(required).toHaveLength(253);
  const order = (ids: readonly string[]) => [...ids].sort();
  expect(order(rows.flatMap(({ ids }) => ids))).toEqual(order(required));
});

test('every row is met, not met or not applicable, and says where or why', () => {
  const states = ['met', 'not met', 'not applicable'];
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(rows.filter(({ state, text }) => state !== 'met' && text.split(' ').length < 2)).toEqual([]);
  expect(rows.filter(({ state, text }) => state === 'met' && !/`[^`]+`/.test(text))).toEqual([]);
});

test('the counts at its top are right', () => {
  const count = (expectedState: string) =>
    rows.filter(({ state }) => state === expectedState).reduce((sum, { ids }) => sum + ids.length, 0);
  expect(fs.readFileSync('docs/asvs.md', 'utf8')).toContain(
    `${count('met')} met, ${count('not met')} not met, ${count('not applicable')} not applicable`,
  );
});

test('every line is a row', () => {
  const items = fs.readFileSync('docs/asvs.md', 'utf8').match(/^- /gm) ?? [];
  expect(rows).toHaveLength(items.length);
});

test.each(['docs/asvs.md', 'SECURITY.md'])('every file named in %s exists', (document) => {
  const names = readFileNames(fs.readFileSync(document, 'utf8'));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !fs.existsSync(name))).toEqual([]);
});
