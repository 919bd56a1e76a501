import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementFigures } from '#lib/statements/schema.ts';

/** Refunds per coin. They have no amount in the settlement currency, so they aren't part of the statement. */
export function RefundTable({ figures: { refunds, refundsWithout } }: { figures: StatementFigures }) {
  const without = [
    [tStatements('refunds.withoutCurrency'), refundsWithout.currency],
    [tStatements('refunds.withoutDate'), refundsWithout.date],
  ] as const;
  const counted = without.filter(([, count]) => count > 0);
  const isEmpty = refunds.length === 0 && counted.length === 0;
  return (
    <Section title={tStatements('refunds.title')} flush={!isEmpty}>
      {isEmpty ? (
        <p className="text-muted text-sm">{tStatements('refunds.none')}</p>
      ) : (
        <>
          <DataTable stacks label={tStatements('refunds.title')} sticky={false} takesFocus density="compact">
            <thead>
              <tr>
                <HeadCell>{tStatements('refunds.coin')}</HeadCell>
                <HeadCell numeric>{tStatements('refunds.count')}</HeadCell>
                <HeadCell numeric>{tStatements('refunds.amount')}</HeadCell>
                <HeadCell numeric>{tStatements('refunds.fee')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {refunds.map(({ coin, count, amount, fee }) => (
                <Row key={coin}>
                  <Cell>{coin === '' ? tStatements('refunds.unknownCoin') : coin}</Cell>
                  <Cell numeric>
                    <LocaleNumber value={count} />
                  </Cell>
                  <Cell numeric>
                    <AmountText amount={amount} currency={coin} />
                  </Cell>
                  <Cell numeric>
                    <AmountText amount={fee} currency={coin} />
                  </Cell>
                </Row>
              ))}
              {counted.map(([name, count]) => (
                <Row key={name}>
                  <Cell>{name}</Cell>
                  <Cell numeric>
                    <LocaleNumber value={count} />
                  </Cell>
                  <Cell />
                  <Cell />
                </Row>
              ))}
            </tbody>
          </DataTable>
          <p className="px-4 py-2 text-muted text-xs">{tStatements('refunds.help')}</p>
        </>
      )}
    </Section>
  );
}
