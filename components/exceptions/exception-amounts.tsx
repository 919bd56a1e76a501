import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { RecordedAmount } from '#components/money/recorded-amount.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { ExceptionRow } from '#lib/exceptions/model.ts';
import { tExceptions } from '#lib/messages/exceptions.ts';

const notReported = tExceptions('cells.notReported');

/** Shows the expected amount. A request's own amount is marked, because the service hasn't reported one. */
export function ExpectedAmount({ row: { kind, expected, currency } }: { row: ExceptionRow }) {
  if (kind === 'payment') return <AmountText amount={expected} currency={currency} unknown={notReported} />;
  if (expected === null) return <UnknownValue reason={tExceptions('cells.noRequestedAmount')} />;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      <span aria-description={tExceptions('cells.requestedHint')} className="text-muted text-xs">
        {tExceptions('cells.requested')}
      </span>
      <AmountText amount={expected} currency={currency} />
    </span>
  );
}

/** Returns true when the record says 0 because the deposits are in another coin, so that 0 is not what came. */
const isReceivedInOtherCoin = ({ states, actual }: ExceptionRow): boolean =>
  states.includes('mismatch') && actual !== null && !/[1-9]/.test(actual);

/** Shows the received amount, unless the record says 0 because it came in another coin. */
export function ReceivedAmount({ row }: { row: ExceptionRow }) {
  if (isReceivedInOtherCoin(row)) return <UnknownValue reason={tExceptions('cells.otherCoinReceived')} />;
  return (
    <RecordedAmount
      recorded={row.actual && { amount: row.actual, currency: row.actualCurrency }}
      unknown={notReported}
    />
  );
}

/** Shows what was expected, what was received and the difference, for the person who resolves it. */
export function ExceptionAmounts({ row }: { row: ExceptionRow }) {
  return (
    <DescriptionList>
      <Fact label={tExceptions('columns.expected')}>
        <ExpectedAmount row={row} />
      </Fact>
      <Fact label={tExceptions('columns.actual')}>
        <ReceivedAmount row={row} />
      </Fact>
      <Fact label={tExceptions('columns.difference')}>
        <SignedAmount
          amount={row.difference}
          currency={row.currency}
          unknown={tExceptions('cells.noDifference')}
        />
      </Fact>
    </DescriptionList>
  );
}
