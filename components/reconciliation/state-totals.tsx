'use client';

import { AmountText } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { reconciliationHref } from '#components/statements/statement-links.ts';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { TextLink } from '#components/ui/text-link.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { matchStates } from '#lib/reconciliation/model/choices.ts';
import type { ReconciliationView } from '#lib/reconciliation/schema.ts';
import { StateBadge } from './state-badge.tsx';

/** Counts and sums by state. Each count opens its items. */
export function StateTotals({ businessId, view }: { businessId: string; view: ReconciliationView }) {
  const { currency, period, lineTotals, recordTotals } = view;
  const { locale } = useLocaleSettings();
  const title = tReconciliation('totals.title');
  return (
    <Section title={title} flush>
      <DataTable stacks label={title} sticky={false}>
        <thead>
          <tr>
            <HeadCell>{tReconciliation('totals.state')}</HeadCell>
            <HeadCell numeric>{tReconciliation('totals.lines')}</HeadCell>
            <HeadCell numeric>{tReconciliation('totals.lineSum')}</HeadCell>
            <HeadCell numeric>{tReconciliation('totals.records')}</HeadCell>
            <HeadCell numeric>{tReconciliation('totals.recordSum')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {matchStates.map((state) => {
            const [lines, records] = [lineTotals, recordTotals].map((totals) =>
              totals.find((total) => total.state === state),
            );
            const link = (show: 'lines' | 'records', found: typeof lines) => {
              const count = (found?.count ?? 0).toLocaleString(locale);
              if (found === undefined) return count;
              const name = show === 'lines' ? 'totals.link' : 'totals.recordLink';
              return (
                <TextLink
                  prefetch={false}
                  href={reconciliationHref(businessId, { currency, period: period.text, show, state })}
                  aria-label={tReconciliation(name, {
                    n: found.count,
                    count,
                    state: tReconciliation(`state.${state}`),
                  })}
                >
                  {count}
                </TextLink>
              );
            };
            return (
              <Row key={state}>
                <Cell>
                  <StateBadge state={state} />
                </Cell>
                <Cell numeric>{link('lines', lines)}</Cell>
                <Cell numeric>{lines && <AmountText amount={lines.amount} currency={currency} />}</Cell>
                <Cell numeric>{link('records', records)}</Cell>
                <Cell numeric>
                  {records && (
                    <AmountText
                      amount={records.amount}
                      currency={currency}
                      unknown={tReconciliation('items.notReported')}
                    />
                  )}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </DataTable>
    </Section>
  );
}
