import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { withdrawalRowFields } from '#lib/withdrawals/schema.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';

const linksOf = (withdrawCurrency: string) => {
  const told = {
    withdrawalId: 'one',
    versions: '1',
    withdrawCurrency,
    toAddress: 'there',
    transactionId: 'ab',
  };
  const row = { ...readRecord(withdrawalRowFields, told), labels: [], notes: 0, latestNote: null };
  const cells = withdrawalColumns('').filter(({ id }) => id === 'address' || id === 'transactionId');
  const drawn = renderToStaticMarkup(cells.map(({ id, cell }) => <div key={id}>{cell(row)}</div>));
  return [...drawn.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
};

test('a payout is seen in a block explorer where its coin alone tells the network, and nowhere else', () => {
  expect(linksOf('BTC')).toEqual(['https://mempool.space/address/there', 'https://mempool.space/tx/ab']);
  expect(linksOf('LINK')).toEqual(['https://etherscan.io/address/there', 'https://etherscan.io/tx/ab']);
  for (const coin of ['USDT', 'ETH', 'SOL', 'NEW']) expect(linksOf(coin)).toEqual([]);
});
