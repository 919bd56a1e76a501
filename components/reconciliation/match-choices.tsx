'use client';

import { AmountText, SignedAmount } from '#components/money/amount-text.tsx';
import { Section } from '#components/shell/section.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Cell, DataTable, HeadCell, Row } from '#components/ui/data-table.tsx';
import { formatDay } from '#components/ui/format-time.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import type { LineView, RecordView } from '#lib/reconciliation/schema.ts';
import { LineText } from './line-text.tsx';
import { RecordLink } from './records-table.tsx';

type Selection<Item> = { selected: readonly Item[]; onToggle: (item: Item) => void };

/** Selected items that a search doesn't find stay, above those that it finds. */
function withSelected<Item>(
  found: readonly Item[],
  selected: readonly Item[],
  readId: (item: Item) => string,
): readonly Item[] {
  const ids = new Set(found.map(readId));
  return [...selected.filter((item) => !ids.has(readId(item))), ...found];
}

const Nothing = ({ children }: { children: string }) => (
  <p className="px-4 py-3 text-muted text-sm">{children}</p>
);

/** Unmatched bank lines, each with a checkbox. */
export function LineChoices({
  currency,
  lines,
  selected,
  onToggle,
}: Selection<LineView> & { currency: string; lines: readonly LineView[] }) {
  const shown = withSelected(lines, selected, ({ lineId }) => lineId);
  const { locale } = useLocaleSettings();
  const title = tReconciliation('hand.lines');
  return (
    <Section title={title} flush>
      {shown.length === 0 ? (
        <Nothing>{tReconciliation('items.noLines')}</Nothing>
      ) : (
        <DataTable stacks label={title} sticky={false}>
          <thead>
            <tr>
              <HeadCell>{tReconciliation('items.day')}</HeadCell>
              <HeadCell>{tReconciliation('items.text')}</HeadCell>
              <HeadCell numeric>{tReconciliation('items.amount')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Row key={line.lineId}>
                <Cell className="py-1.5 align-top">
                  <span className="flex gap-2">
                    <Checkbox
                      hideLabel
                      label={tReconciliation('hand.select', {
                        name: `${formatDay(line.day, locale)} ${line.amount} ${line.details}`.trim(),
                      })}
                      checked={selected.some(({ lineId }) => lineId === line.lineId)}
                      onChange={() => onToggle(line)}
                    />
                    {formatDay(line.day, locale)}
                  </span>
                </Cell>
                <Cell className="py-1.5 align-top">
                  <LineText line={line} />
                </Cell>
                <Cell numeric className="py-1.5 align-top">
                  <SignedAmount amount={line.amount} currency={currency} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}

/** Unmatched deposits and withdrawals, each with a checkbox. */
export function RecordChoices({
  businessId,
  currency,
  records,
  selected,
  onToggle,
}: Selection<RecordView> & { businessId: string; currency: string; records: readonly RecordView[] }) {
  const shown = withSelected(records, selected, ({ recordId }) => recordId);
  const title = tReconciliation('hand.records');
  return (
    <Section title={title} flush>
      {shown.length === 0 ? (
        <Nothing>{tReconciliation('items.noRecords')}</Nothing>
      ) : (
        <DataTable stacks label={title} sticky={false}>
          <thead>
            <tr>
              <HeadCell>{tReconciliation('items.record')}</HeadCell>
              <HeadCell numeric>{tReconciliation('items.amount')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => (
              <Row key={record.recordId}>
                <Cell className="py-1.5 align-top">
                  <span className="flex gap-2">
                    <Checkbox
                      hideLabel
                      label={tReconciliation('hand.select', {
                        name: `${tReconciliation(`items.${record.kind}`)} ${record.recordId}`,
                      })}
                      checked={selected.some(({ recordId }) => recordId === record.recordId)}
                      onChange={() => onToggle(record)}
                    />
                    <RecordLink businessId={businessId} record={record} />
                  </span>
                </Cell>
                <Cell numeric className="py-1.5 align-top">
                  <AmountText
                    amount={record.amount}
                    currency={currency}
                    unknown={tReconciliation('items.notReported')}
                  />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </Section>
  );
}
