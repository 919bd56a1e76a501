import { AmountText } from '#components/money/amount-text.tsx';
import { CoinOnNetwork } from '#components/money/coin-mark.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tMinimums } from '#lib/messages/minimums.ts';
import type { MinimumsView } from '#lib/minimums/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Changes in the newest reading. An added or removed entry shows "—" on the other side, never 0. */
export function MinimumChanges({ changed }: { changed: NonNullable<MinimumsView['changed']> }) {
  return (
    <Section title={tMinimums('changes.title')} count={changed.changes.length}>
      <Disclosure
        open={changed.changes.length <= 20}
        title={tMinimums.rich('changes.firstRead', {
          time: () => <DateTime at={toUnixSeconds(changed.at)} precise />,
        })}
      >
        <DataTable stacks label={tMinimums('changes.title')} density="compact" sticky={false} takesFocus>
          <thead>
            <tr>
              <HeadCell>{tMinimums('columns.coinAndNetwork')}</HeadCell>
              <HeadCell>{tMinimums('columns.statedIn')}</HeadCell>
              <HeadCell numeric>{tMinimums('columns.before')}</HeadCell>
              <HeadCell numeric>{tMinimums('columns.now')}</HeadCell>
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
                  <AmountText
                    amount={before}
                    currency={currency}
                    unknown={tMinimums('changes.notReportedBefore')}
                  />
                </Cell>
                <Cell numeric>
                  <AmountText
                    amount={after}
                    currency={currency}
                    unknown={tMinimums('changes.notReportedNow')}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      </Disclosure>
    </Section>
  );
}
