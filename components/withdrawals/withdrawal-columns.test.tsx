import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { withdrawalRowFields } from '#lib/withdrawals/schema.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';

const listLinks = (withdrawCurrency: string) => {
  const values = {
    withdrawalId: 'one',
    versions: '1',
    withdrawCurrency,
    toAddress: 'there',
    transactionId: 'ab',
  };
  const row = { ...readRecord(withdrawalRowFields, values), labels: [], notes: 0, latestNote: null };
  const cells = withdrawalColumns('').filter(({ id }) => id === 'address' || id === 'transactionId');
  const markup = renderToStaticMarkup(cells.map(({ id, cell }) => <div key={id}>{cell(row)}</div>));
  return [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
};

test('links to a block explorer only when the coin implies its network', () => {
  expect(listLinks('BTC')).toEqual(['https://mempool.space/address/there', 'https://mempool.space/tx/ab']);
  expect(listLinks('LINK')).toEqual(['https://etherscan.io/address/there', 'https://etherscan.io/tx/ab']);
  for (const coin of ['USDT', 'ETH', 'SOL', 'NEW']) expect(listLinks(coin)).toEqual([]);
});
