import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { MinimumsView } from '#lib/minimums/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** What the newest reading changed. An entry that came or went is "—" on its other side, never 0. */
export function MinimumChanges({ changed }: { changed: NonNullable<MinimumsView['changed']> }) {
  return (
    <Section title="What changed last" count={changed.changes.length}>
      <Disclosure
        open={changed.changes.length <= 20}
        title={
          <>
            Seen first <DateTime at={inSeconds(changed.at)} precise />
          </>
        }
      >
        <DataTable label="What changed last" density="compact" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>Coin and network</HeadCell>
              <HeadCell>Stated in</HeadCell>
              <HeadCell numeric>Before</HeadCell>
              <HeadCell numeric>Now</HeadCell>
            </tr>
          </thead>
          <tbody>
            {changed.changes.map(({ coin, network, currency, before, after }) => (
              <Row key={`${coin} ${network} ${currency}`}>
                <Cell>
                  <CoinOnNetwork coin={coin} network={network} />
                </Cell>
                <Cell>{currency}</Cell>
                <Cell numeric>
                  <AmountText amount={before} currency={currency} unknown="It was not told before" />
                </Cell>
                <Cell numeric>
                  <AmountText amount={after} currency={currency} unknown="It is no longer told" />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      </Disclosure>
    </Section>
  );
}
