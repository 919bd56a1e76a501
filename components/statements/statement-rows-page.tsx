'use client';

import { ListX } from 'lucide-react';
import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { shorten } from '#components/ui/shorten.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { tStatements } from '#lib/messages/statements.ts';
import { depositLines, isMemoLine } from '#lib/statements/model/lines.ts';
import type { Days } from '#lib/statements/model/period.ts';
import type { StatementRow, StatementRowsView } from '#lib/statements/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatPeriod } from './format-period.ts';
import { RemoveSettlement } from './remove-settlement.tsx';
import { namePeriod, statementHref, statementRowsHref } from './statement-links.ts';

/** The rows of a line of a statement. With what expired records add, their sum is the line. */
export function StatementRowsPage({
  businessId,
  view,
  mayClose,
  mayRead,
}: {
  businessId: string;
  view: StatementRowsView;
  mayClose: boolean;
  /** False for auditors, who can't open the records. */
  mayRead: boolean;
}) {
  const { currency, period, line, count, amount, rows, adjusts, expired, next, isFirst } = view;
  const { locale } = useLocaleSettings();
  const title = tStatements('rows.title', {
    line: isMemoLine(line) ? tStatements(`memo.${line}`) : tStatements(`line.${line}`),
    period: formatPeriod(period, locale),
    currency,
  });
  const hasFees = depositLines.some((one) => one === line);
  const isAdjustment = line === 'adjustments';
  const address = { currency, period: period.text, line };
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: statementHref(businessId, currency, period.text), label: tStatements('rows.back') }}
        description={tStatements('rows.description', { count, n: count.toLocaleString(locale) })}
      />
      <PageBody>
        {rows.length === 0 ? (
          <EmptyState icon={<ListX aria-hidden />} title={tStatements('rows.empty')} />
        ) : (
          <DataTable stacks="flow" label={title} sticky={false}>
            <thead>
              <tr>
                <HeadCell>{tStatements('rows.record')}</HeadCell>
                <HeadCell numeric>{tStatements('rows.amount')}</HeadCell>
                <HeadCell>{tStatements('rows.time')}</HeadCell>
                {hasFees && <HeadCell numeric>{tStatements('rows.serviceFee')}</HeadCell>}
                {isAdjustment && <HeadCell>{tStatements('rows.closed')}</HeadCell>}
                {mayClose && line === 'settlements' && (
                  <HeadCell>
                    <span className="sr-only">{tStatements('settlement.remove')}</span>
                  </HeadCell>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={`${row.recordId} ${row.kind}`}>
                  <Cell>
                    <RecordLink businessId={businessId} row={row} mayRead={mayRead} />
                  </Cell>
                  <Cell numeric>
                    <SignedAmount amount={row.amount} currency={currency} />
                  </Cell>
                  <Cell>
                    <DateTime at={toUnixSeconds(row.at)} />
                  </Cell>
                  {hasFees && (
                    <Cell numeric>
                      <AmountText amount={row.memo.serviceFee} currency={currency} />
                    </Cell>
                  )}
                  {isAdjustment && (
                    <Cell>
                      <ClosedPeriodLink
                        businessId={businessId}
                        currency={currency}
                        days={adjusts[row.recordId]}
                      />
                    </Cell>
                  )}
                  {mayClose && line === 'settlements' && (
                    <Cell>
                      <RemoveSettlement businessId={businessId} lineId={row.recordId} amount={row.amount} />
                    </Cell>
                  )}
                </Row>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" className="text-start">
                  {tStatements('rows.total')}
                </th>
                <td className="numeric font-semibold">
                  <SignedAmount amount={amount} currency={currency} unknown={tStatements('noAmount')} />
                </td>
                <td colSpan={hasFees || isAdjustment ? 2 : 1} />
                {mayClose && line === 'settlements' && <td />}
              </tr>
            </tfoot>
          </DataTable>
        )}
        {expired !== null && (
          <p className="text-muted text-sm">
            {tStatements.rich('rows.expired', {
              count: expired.count,
              n: expired.count.toLocaleString(locale),
              amount: () => <SignedAmount amount={expired.amount} currency={currency} />,
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {!isFirst && (
            <LinkButton href={statementRowsHref(businessId, address)} prefetch={false}>
              {tStatements('rows.first')}
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton href={statementRowsHref(businessId, { ...address, after: next })} prefetch={false}>
              {tStatements('rows.next')}
            </LinkButton>
          )}
        </div>
      </PageBody>
    </>
  );
}

/** Opens the closed period that an adjusted record belongs to. */
function ClosedPeriodLink({
  businessId,
  currency,
  days,
}: {
  businessId: string;
  currency: string;
  days: Days | undefined;
}) {
  const { locale } = useLocaleSettings();
  if (days === undefined) return null;
  const period = namePeriod(days);
  return (
    <TextLink prefetch={false} href={statementHref(businessId, currency, period.text)}>
      {formatPeriod(period, locale)}
    </TextLink>
  );
}

function RecordLink({
  businessId,
  row: { kind, recordId },
  mayRead,
}: {
  businessId: string;
  row: StatementRow;
  mayRead: boolean;
}) {
  const name = tStatements(`rows.kind.${kind}`);
  if (kind === 'settlement' || kind === 'difference' || !mayRead)
    return <Identifier value={recordId} name={name} />;
  return (
    <TextLink
      prefetch={false}
      href={`/${businessId}/${kind}s/${recordId}`}
      aria-description={recordId}
      className="font-mono text-xs"
    >
      {shorten(recordId)}
    </TextLink>
  );
}
