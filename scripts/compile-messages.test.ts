import fs from 'node:fs';
import type { CompiledMessage } from 'icu-minify/format';
import { _createCache as createCache, _createIntlFormatters as createFormatters } from 'use-intl/core';
import formatSource from 'use-intl/format-message';
import formatCompiled from 'use-intl/format-message/format-only';
import { expect, test } from 'vitest';
import loadMessages, { compileMessages } from './compile-messages.ts';

test('compiles the messages of an area and marks them as removable where no page uses them', () => {
  const source = `import { createMessages } from './create-messages.ts';
/** It's a comment with 'quotes' and {braces}. */
export const tSome = createMessages({
  plain: 'It’s "plain"',
  'quoted-key': 'Hello {name}',
  nested: { rows: '{count, plural, one {# row} other {# rows}}', link: 'See <link>it</link>.' },
});
`;
  expect(compileMessages(source)).toBe(`import { createMessages } from './create-messages.ts';
/** It's a comment with 'quotes' and {braces}. */
export const tSome = /*#__PURE__*/ createMessages({
  plain: "It’s \\"plain\\"",
  'quoted-key': ["Hello ",["name"]],
  nested: { rows: [["count",2,{"one":[0," row"],"other":[0," rows"]}]], link: ["See ",["link","it"],"."] },
});
`);
});

test('gives each set of an area a module of its own', () => {
  const source = `import { createMessages } from './create-messages.ts';
const shared = { unit: 'kB' };
export const tFirst = createMessages({ title: 'One', shared });
export const tSecond = createMessages({ title: 'Two' });
`;
  const load = (resourceQuery: string) =>
    loadMessages.call({ resourcePath: '/lib/messages/area.ts', resourceQuery }, source);
  expect(load('')).toBe(`export { tFirst } from './area.ts?tFirst';
export { tSecond } from './area.ts?tSecond';
`);
  expect(load('?tFirst')).toBe(`import { createMessages } from './create-messages.ts';
const shared = { unit: "kB" };
export const tFirst = /*#__PURE__*/ createMessages({ title: "One", shared });`);
});

test('refuses a message that is put together from parts', () => {
  expect(() => compileMessages("const t = { a: 'one ' + 'two' };")).toThrow("'one ' + 'two'");
});

/** Returns the messages in the source text of an area by their path. */
function readMessages(source: string): Map<string, unknown> {
  const script = source.replaceAll(/^import .*$/gm, '').replaceAll(/^export const/gm, 'const');
  const found = new Map<string, unknown>();
  const visit = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) found.set(path, value);
    else for (const [key, inner] of Object.entries(value)) visit(`${path}.${key}`, inner);
  };
  new Function('createMessages', script)((messages: unknown) => visit('', messages));
  return found;
}

type Values = Record<string, string | number | ((parts: unknown) => string)>;

/** Adds a value for each argument and tag of a compiled message to `values`. */
function addValues(message: unknown, count: number, values: Values): Values {
  if (!Array.isArray(message)) return values;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, kind, ...rest]: unknown[] = node;
    const key = String(name);
    if (kind === undefined) values[key] ??= 'a text';
    else if (typeof kind === 'number' && kind !== 0) {
      const options = typeof rest[0] === 'object' && rest[0] !== null ? rest[0] : {};
      values[key] = kind === 1 ? (Object.keys(options)[0] ?? '') : count;
      for (const option of Object.values(options)) addValues(option, count, values);
    } else {
      values[key] = (parts) => `[${[parts].flat().join('')}]`;
      addValues([kind, ...rest], count, values);
    }
  }
  return values;
}

const isCompiled = (value: unknown): value is CompiledMessage =>
  typeof value === 'string' || Array.isArray(value);

const areas = fs
  .readdirSync('lib/messages')
  .filter((name) => !/^create-messages|\.test\.ts$/.test(name))
  .map((name) => ({ name, source: fs.readFileSync(`lib/messages/${name}`, 'utf8') }))
  .filter(({ source }) => source.includes(' = createMessages({'));

test.each(areas)('formats compiled messages of $name like their source', ({ source }) => {
  const cache = createCache();
  const options = { cache, formatters: createFormatters(cache), locale: 'en' };
  const compiled = readMessages(compileMessages(source));
  const messages = readMessages(source);
  expect(messages.size).toBeGreaterThan(0);
  for (const [path, text] of messages) {
    for (const count of [0, 1, 2, 12_345]) {
      const message = compiled.get(path);
      if (!isCompiled(message) || typeof text !== 'string') throw new Error(`no message: ${path}`);
      const values = addValues(message, count, {});
      const write = (parts: unknown) => [parts].flat().join('');
      expect(write(formatCompiled(path, message, values, options)), path).toBe(
        write(formatSource(path, text, values, options)),
      );
    }
  }
});
