import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Fact } from './description-list.tsx';
import { ReportedFacts } from './reported-facts.tsx';

const lines = [
  {
    label: 'Coin',
    isReported: true,
    fact: (
      <Fact key="coin" label="Coin">
        BTC
      </Fact>
    ),
  },
  {
    label: 'Rate',
    isReported: false,
    fact: (
      <Fact key="rate" label="Rate">
        —
      </Fact>
    ),
  },
  {
    label: 'Fee',
    isReported: false,
    fact: (
      <Fact key="fee" label="Fee">
        —
      </Fact>
    ),
  },
];

const render = (collapse: boolean) =>
  renderToStaticMarkup(<ReportedFacts lines={lines} collapse={collapse} />).replaceAll(/<[^>]*>/g, ' ');

test('replaces facts without a value by their number and names', () => {
  expect(render(true)).toMatch(/Coin\s+BTC\s+2 fields not reported\s+Rate · Fee/);
});

test('shows every fact where nothing is collapsed', () => {
  expect(render(false)).toMatch(/Coin\s+BTC\s+Rate\s+—\s+Fee\s+—/);
});
