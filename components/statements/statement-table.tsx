'use client';

import type { ReactNode } from 'react';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { LocaleNumber } from '#components/ui/locale-number.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import type { StatementLine, SumName } from '#lib/statements/model/lines.ts';
import { depositLines } from '#lib/statements/model/lines.ts';
import type { ComparedFigures, StatementFigures, StatementView } from '#lib/statements/schema.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { formatPeriod } from './format-period.ts';
import { statementRowsHref } from './statement-links.ts';

/** No record: the amount is known, and is zero. */
const zero = signedAmount('0');

/** A long name takes two lines before the table scrolls. */
const lineClass = 'min-w-32 whitespace-normal py-1.5';

const findLine = (figures: ComparedFigures, name: StatementLine) =>
  figures.lines.find((line) => line.name === name) ?? { count: 0, amount: null };

const countRecords = (figures: StatementFigures, names: readonly StatementLine[]): number =>
  names.reduce((sum, name) => sum + findLine(figures, name).count, 0);

/** Lines that change the position, in order. Those in the second list show only if they have records. */
const movements: readonly StatementLine[] = [
  'credited',
  'declared',
  'withdrawals',
  'settlements',
  'settlementDifferences',
  'adjustments',
];
const rare: readonly StatementLine[] = ['declared', 'settlementDifferences', 'adjustments'];

/** Lines of records without an amount. */
const linesWithoutAmount = ['depositsNotReported', 'withdrawalsNotReported'] as const;
const hasNoAmount = (name: StatementLine): boolean => linesWithoutAmount.some((line) => line === name);

/** The figures of a statement. Each line opens its rows. */
export function StatementTable({ businessId, view }: { businessId: string; view: StatementView }) {
  const { figures, before, yearBefore, period } = view;
  const { currency } = figures;
  const { locale } = useLocaleSettings();
  const name = tStatements('table.name', { period: formatPeriod(period, locale), currency });
  const shown = movements.filter(
    (line) =>
      !rare.includes(line) || [figures, before, yearBefore].some((one) => findLine(one, line).count > 0),
  );
  const unknown = (['reported', ...linesWithoutAmount] as const).filter(
    (line) => findLine(figures, line).count > 0,
  );
  const renderLine = (line: SumName, label: string) => (
    <Cell className={lineClass}>
      <TextLink
        prefetch={false}
        href={statementRowsHref(businessId, { currency, period: period.text, line })}
      >
        {label}
      </TextLink>
    </Cell>
  );
  return (
    <Section title={name} flush>
      <DataTable stacks label={name} sticky={false}>
        <thead>
          <tr>
            <HeadCell>{tStatements('table.line')}</HeadCell>
            <HeadCell numeric>{tStatements('table.amount')}</HeadCell>
            <HeadCell numeric>{tStatements('table.records')}</HeadCell>
            <HeadCell numeric>{tStatements('table.before')}</HeadCell>
            <HeadCell numeric>{tStatements('table.yearBefore')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          <PositionRow label={tStatements('line.opening')} figures={figures} amount={figures.opening} />
          {shown.map((line) => (
            <Row key={line}>
              {renderLine(line, tStatements(`line.${line}`))}
              <MovementCells figures={[figures]} line={line} />
              <Cell numeric>
                <LocaleNumber value={findLine(figures, line).count} />
              </Cell>
              <MovementCells figures={[before, yearBefore]} line={line} />
            </Row>
          ))}
          <Row>
            <Cell>{tStatements('change')}</Cell>
            <Cell numeric>
              <SignedAmount amount={figures.change} currency={currency} />
            </Cell>
            <Cell />
            <Cell numeric>
              <SignedAmount amount={before.change} currency={currency} />
            </Cell>
            <Cell numeric>
              <SignedAmount amount={yearBefore.change} currency={currency} />
            </Cell>
          </Row>
          <PositionRow label={tStatements('line.closing')} figures={figures} amount={figures.closing} />
          <Row>
            <Cell colSpan={5} className="pt-4 font-semibold">
              {tStatements('memo.title')}
            </Cell>
          </Row>
          {unknown.map((line) => (
            <Row key={line}>
              {renderLine(line, tStatements(`line.${line}`))}
              {hasNoAmount(line) ? (
                <Cell numeric>
                  <SignedAmount amount={null} currency={currency} />
                </Cell>
              ) : (
                <MovementCells figures={[figures]} line={line} />
              )}
              <Cell numeric suppressHydrationWarning>
                {describeShare(figures, line, locale)}
              </Cell>
              {hasNoAmount(line) ? (
                <>
                  <Cell />
                  <Cell />
                </>
              ) : (
                <MovementCells figures={[before, yearBefore]} line={line} />
              )}
            </Row>
          ))}
          {figures.memo.map(({ name: memo, amount, known, count }) => (
            <Row key={memo}>
              {renderLine(memo, tStatements(`memo.${memo}`))}
              <MemoCell figures={figures} amount={amount} />
              <Cell numeric suppressHydrationWarning>
                {tStatements('table.knownOf', {
                  known: known.toLocaleString(locale),
                  count: count.toLocaleString(locale),
                })}
              </Cell>
              {[before, yearBefore].map((one) => (
                <MemoCell
                  key={one.from}
                  figures={one}
                  amount={one.memo.find((other) => other.name === memo)?.amount ?? null}
                />
              ))}
            </Row>
          ))}
        </tbody>
      </DataTable>
    </Section>
  );
}

function MemoCell({ figures, amount }: { figures: ComparedFigures; amount: StatementFigures['opening'] }) {
  return (
    <Cell numeric>
      <AmountText amount={amount} currency={figures.currency} unknown={tStatements('noAmount')} />
    </Cell>
  );
}

function describeShare(figures: StatementFigures, line: StatementLine, locale: string): ReactNode {
  const isDeposit = depositLines.includes(line);
  const known = findLine(figures, line).count.toLocaleString(locale);
  const count = countRecords(figures, isDeposit ? depositLines : ['withdrawals', 'withdrawalsNotReported']);
  return tStatements('table.knownOf', { known, count: count.toLocaleString(locale) });
}

function MovementCells({ figures, line }: { figures: readonly ComparedFigures[]; line: StatementLine }) {
  return figures.map((one) => {
    const { count, amount } = findLine(one, line);
    return (
      <Cell key={one.from} numeric>
        <span className={count === 0 ? 'text-faint' : undefined}>
          <SignedAmount
            amount={count === 0 ? zero : amount}
            currency={one.currency}
            unknown={tStatements('noAmount')}
          />
        </span>
      </Cell>
    );
  });
}

function PositionRow({
  label,
  figures,
  amount,
}: {
  label: string;
  figures: StatementFigures;
  amount: StatementFigures['opening'];
}) {
  return (
    <Row className="font-semibold">
      <Cell>{label}</Cell>
      <Cell numeric>
        <AmountText amount={amount} currency={figures.currency} unknown={tStatements('noOpening')} />
      </Cell>
      <Cell />
      <Cell />
      <Cell />
    </Row>
  );
}
