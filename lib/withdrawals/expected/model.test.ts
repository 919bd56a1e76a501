import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWithdrawalIds } from './model.ts';

const read = (text: string) => parseWithdrawalIds(text).map(({ id }) => id);

test.each([
  ['lines', 'payout-1\npayout-2\n\n  payout-3  \n', ['payout-1', 'payout-2', 'payout-3']],
  ['Windows lines and a byte order mark', '\uFEFFpayout-1\r\npayout-2', ['payout-1', 'payout-2']],
  ['each ID once', 'a\nb\na', ['a', 'b']],
  ['a heading', 'client_withdrawal_id\npayout-1', ['payout-1']],
  [
    'the column of the heading',
    'amount;Client withdrawal ID;coin\n1,5;payout-1;BTC\n2;payout-2;BTC',
    ['payout-1', 'payout-2'],
  ],
  ['the first column without a heading', 'payout-1,10.00\npayout-2,20.00', ['payout-1', 'payout-2']],
  ['quoted cells', 'Withdrawal ID,name\n"payout, 1","A ""B"""\npayout-2,C', ['payout, 1', 'payout-2']],
  ['an ID with a comma among lines without one', 'payout,1\npayout-2', ['payout,1', 'payout-2']],
  ['nothing', ' \n\n', []],
])('reads %s', (_name, text, ids) => {
  expect(read(text)).toEqual(ids);
});

test('knows the line of each ID', () => {
  expect(parseWithdrawalIds('Withdrawal ID\n\npayout-1')).toEqual([{ id: 'payout-1', line: 3 }]);
});

test('reads any text without failing, and no ID twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const ids = read(text);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toBe(id.trim());
    }),
  );
});
