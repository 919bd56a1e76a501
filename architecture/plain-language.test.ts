import { describe, expect, test } from 'vitest';
import {
  findCommentBreach,
  findFieldBreach,
  findMessageBreach,
  findNameBreach,
  findTermBreach,
} from './plain-language.ts';
import { parseSource } from './source-files.ts';
import { listComments, listExportedNames, listLiteralTexts, listTextsOutsideCatalogue } from './wordings.ts';

describe('the language rules', () => {
  test.each([
    ['What a form is sent.', 'opens with "What"'],
    ['Whether the row is new.', 'opens with "Whether"'],
    ['Returns what nobody told us.', 'say'],
    ['Reads the rows anew.', 'say'],
    [`Returns ${'a long row of words '.repeat(8)}at once.`, 'a sentence of'],
  ])('refuse the comment %j', (text, reason) => {
    expect(findCommentBreach(text)).toContain(reason);
  });

  test.each([
    'Returns the newest read, or null before the first.',
    'Releases the client. `told` is a column.',
  ])('accept the comment %j', (text) => {
    expect(findCommentBreach(text)).toBeUndefined();
  });

  test.each([
    ['labelsOf', true],
    ['readTold', true],
    ['reckoned', true],
    ['PickedRows', false],
  ])('refuse the exported name %s', (name, isFunction) => {
    expect(findNameBreach(name, isFunction)).toBeDefined();
  });

  test.each([
    ['listLabels', true],
    ['CursorPosition', false],
    ['seed', true],
  ])('accept the exported name %s', (name, isFunction) => {
    expect(findNameBreach(name, isFunction)).toBeUndefined();
  });

  test('count each branch of a plural as a sentence of its own', () => {
    const branch = 'exception is open, and you can resolve it';
    const message = `{count, plural, one {One ${branch}} other {All of them: ${branch}}}`;
    expect(findMessageBreach(message)).toBeUndefined();
    expect(findMessageBreach('Sums nobody asked for')).toBeDefined();
  });
});

test('comments, exported names and literal texts are found where they are', () => {
  const file = parseSource(
    'components/list/row.tsx',
    [
      '/** Shows a row. */',
      'export const labelsOf = () => <p title="Late payment" className="text-sm flex">No rows yet.{\'Try again\'}</p>;',
      '// First line,',
      '// second line.',
      'const hidden = 1;',
    ].join('\n'),
  );
  expect(listComments(file).map(({ line, text }) => [line, text])).toEqual([
    [1, 'Shows a row.'],
    [3, 'First line, second line.'],
  ]);
  expect(listExportedNames(file).map(({ text, isFunction }) => [text, isFunction])).toEqual([
    ['labelsOf', true],
  ]);
  expect(listLiteralTexts(file).map(({ text }) => text)).toEqual([
    'Late payment',
    'No rows yet.',
    'Try again',
  ]);
});

describe('the message catalogue', () => {
  test('sees texts in components and messages in lib, but no errors for engineers', () => {
    const component = parseSource(
      'components/list/row.tsx',
      'export const Row = () => <p title="Late">No rows.</p>;',
    );
    expect(listTextsOutsideCatalogue(component).map(({ text }) => text)).toEqual(['Late', 'No rows.']);
    const verb = parseSource(
      'lib/payments/verb.ts',
      "throw new Problem('invalid', 'Choose a currency.');\nthrow new RangeError('Not a number');\nlog.info('Read a payment');",
    );
    expect(listTextsOutsideCatalogue(verb).map(({ text }) => text)).toEqual(['Choose a currency.']);
    const keys = parseSource(
      'components/list/keys.tsx',
      "const close = event.key === 'Escape' ? 'Close it' : keys.includes('Enter');",
    );
    expect(listTextsOutsideCatalogue(keys).map(({ text }) => text)).toEqual(['Close it']);
  });

  test('sees what programs print, but no codes, arguments and log lines', () => {
    const program = parseSource(
      'scripts/program.ts',
      [
        "console.log('up to date');",
        `console.error(isFull ? \`disk of \${place}\` : tStart('stopping'));`,
        "say(tStart('port.changed', { user: 'sandbox' }));",
        "throw new StartFailure('port taken');",
        "const usage = 'Usage: npm run program';",
        "const reasons = { ENOSPC: 'the disk is full' };",
        "logger().info({ port }, 'the program is up');",
        "if (path === 'DATABASE_URL') console.log(JSON.stringify({ ok: true }), '--force' === flag);",
        "spawn('node', ['--conditions=react-server', 'scripts/web.ts']);",
      ].join('\n'),
    );
    expect(listTextsOutsideCatalogue(program).map(({ line, text }) => [line, text])).toEqual([
      [1, 'up to date'],
      [2, 'disk of {}'],
      [4, 'port taken'],
      [5, 'Usage: npm run program'],
      [6, 'the disk is full'],
    ]);
  });

  test.each([
    "The role wasn't changed",
    'Mail sent',
    'Check your e-mail',
    'Reset second factor',
    'The set-up took too long.',
    'Log in again.',
    'Former colleague',
    'Contact your operator.',
    'Deducted amount of the withdrawal',
    'Display currencies',
    'Amount lower than expected',
    'Refunds the overpaid amount',
    'Actual amount',
    'The credited amount of a deposit',
    'Your team decided to keep the money blocked.',
    'Owner of the recipient address',
    'One owner’s addresses',
    'Wrong match',
    'Findings of the case',
    'Unprocessable',
    'Address owner',
  ])('refuses the variant of a decided term in %j', (text) => {
    expect(findTermBreach(text)).toBeDefined();
  });

  test.each([
    'The role wasn’t changed',
    'No mail server is configured.',
    'Single sign-on',
    'Set up passkeys',
    'Disposition: {finding}',
    'The net credited amount',
  ])('accepts %j', (text) => {
    expect(findTermBreach(text)).toBeUndefined();
  });

  test('refuses a field name of the service in a text, but not in one for programs', () => {
    const text = '{currencyName}: as reported by the service (settlementAmount)</strongText>';
    expect(findFieldBreach('lib/messages/deposits.ts', text)).toContain('settlementAmount');
    expect(findFieldBreach('lib/messages/api.ts', text)).toBeUndefined();
    expect(findFieldBreach('lib/messages/deposits.ts', '{currencyName} on macOS')).toBeUndefined();
  });
});
