import { expect, test } from 'vitest';
import { findConfirming, listActionNames } from './confirmed-actions.ts';
import { parseSource } from './source-files.ts';

const sources = (verb: string) => [
  parseSource(
    'lib/pay/actions.ts',
    `import { pay } from './pay.ts';
     import { read } from './read.ts';
     export const payAction = runAction(form, pay);
     export const readAction = runAction(form, async (context) => read(context));`,
  ),
  parseSource(
    'lib/pay/pay.ts',
    `import { confirm } from './confirm.ts';
     const save = (t) => t.save();
     export async function pay(context) { ${verb} }`,
  ),
  parseSource('lib/pay/read.ts', 'export const read = (context) => confirm(context);'),
  parseSource('lib/pay/confirm.ts', 'export const confirm = (c) => requireRecentAuthentication(c);'),
];

test.each([
  ['await requireRecentFactor(context); await save(context);', true],
  ['await inTransaction((t) => confirm(context, t));', true],
  ['await inTransaction(save);', false],
  ['const stale = await findStaleAuthentication(context); if (stale !== null) throw stale;', true],
  ['await findStaleAuthentication(context);', false],
  ['const stale = await findStaleAuthentication(context); await save(context);', false],
])('an action whose verb says %s', (verb, isConfirmed) => {
  expect(findConfirming(sources(verb))('payAction')).toBe(isConfirmed);
});

test('a name that a file neither declares nor imports is another function', () => {
  expect(findConfirming(sources(''))('readAction')).toBe(false);
});

test('a function of the same name in another file proves nothing, and an export that is passed on does', () => {
  const files = (from: string) => [
    ...sources(''),
    parseSource(
      'lib/ship/actions.ts',
      `import { send as ship } from '${from}'; export const shipAction = act(ship);`,
    ),
    parseSource('lib/ship/confirm.ts', 'export const send = (t) => t.send();'),
    parseSource('lib/safe/index.ts', `export { confirm as send } from '../pay/confirm.ts';`),
  ];
  expect(findConfirming(files('./confirm.ts'))('shipAction')).toBe(false);
  expect(findConfirming(files('#lib/safe/index.ts'))('shipAction')).toBe(true);
});

test('lists the actions of every room', () => {
  expect(listActionNames(sources(''))).toEqual(['payAction', 'readAction']);
});
