'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import { tFees } from '#lib/messages/fees.ts';
import type { ChainCost } from '#lib/statements/schema-fees.ts';

/** Costs of blockchains, in their own coins. */
export function ChainCosts({ costs }: { costs: readonly ChainCost[] }) {
  return (
    <Section
      title={tFees('chain.title')}
      actions={<span className="text-muted text-xs">{tFees('chain.note')}</span>}
      flush={costs.length > 0}
    >
      {costs.length === 0 ? (
        <p className="text-muted text-sm">{tFees('chain.none')}</p>
      ) : (
        <DataTable stacks="flow" label={tFees('chain.title')} sticky={false} density="compact" takesFocus>
          <thead>
            <tr>
              <HeadCell>{tFees('chain.kind')}</HeadCell>
              <HeadCell>{tFees('chain.coin')}</HeadCell>
              <HeadCell>{tFees('chain.network')}</HeadCell>
              <HeadCell numeric>{tFees('chain.records')}</HeadCell>
              <HeadCell numeric>{tFees('chain.known')}</HeadCell>
              <HeadCell numeric>{tFees('chain.cost')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {costs.map(({ kind, coin, network, count, known, amount }) => (
              <Row key={`${kind} ${coin} ${network}`}>
                <Cell>{tFees(`chain.${kind}`)}</Cell>
                <Cell>{coin === '' ? <UnknownValue reason={tFees('notReported')} /> : coin}</Cell>
                <Cell>{network === '' ? <UnknownValue reason={tFees('notReported')} /> : network}</Cell>
                <Cell numeric>
                  <LocaleNumber value={count} />
                </Cell>
                <Cell numeric>
                  <LocaleNumber value={known} />
                </Cell>
                <Cell numeric>
                  <AmountText amount={amount} currency={coin} unknown={tFees('noAmount')} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
