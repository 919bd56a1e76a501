import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Cell, DataTable, HeadCell, Row } from './data-table.tsx';

const currencies = ['EUR', 'USD'];

test.each([true, false])('names the heads of a table that stacks on a phone for its cells: %s', (stacks) => {
  const html = renderToStaticMarkup(
    <DataTable label="Sums" sticky={false} stacks={stacks}>
      <thead>
        <tr>
          <HeadCell>
            <span>Day</span>
          </HeadCell>
          {currencies.map((currency) => (
            <HeadCell key={currency} numeric>
              Sum in <span>{currency}</span>
            </HeadCell>
          ))}
          {stacks && <HeadCell>“Left” \ right</HeadCell>}
        </tr>
      </thead>
      <tbody>
        <Row>
          <Cell>1</Cell>
        </Row>
      </tbody>
    </DataTable>,
  );
  const style = /<table[^>]* style="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"');
  expect(style).toBe(
    stacks
      ? '--head-1:"Day";--head-2:"Sum in EUR";--head-3:"Sum in USD";--head-4:"“Left” \\\\ right"'
      : undefined,
  );
});
