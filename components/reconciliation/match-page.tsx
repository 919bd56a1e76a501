'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { SignedAmount } from '#components/money/amount-text.tsx';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { formatPeriod } from '#components/statements/format-period.ts';
import { reconciliationHref } from '#components/statements/statement-links.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { SearchField } from '#components/ui/search-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { ignoreItemsAction, matchItemsAction } from '#lib/reconciliation/actions.ts';
import type { CandidatesView, LineView, RecordView } from '#lib/reconciliation/schema.ts';
import type { SignedAmount as Signed } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { LineChoices, RecordChoices } from './match-choices.tsx';

const zero = signedAmount('0');
const sum = (amounts: readonly (Signed | null)[]): Signed =>
  amounts.reduce<Signed>((total, amount) => addSigned(total, amount ?? zero), zero);
const negate = (amount: Signed): Signed =>
  signedAmount(amount.startsWith('-') ? amount.slice(1) : isZero(amount) ? amount : `-${amount}`);

/** Items are found again by their ID, because a search reads them again. */
function toggle<Item>(items: readonly Item[], item: Item, readId: (one: Item) => string): readonly Item[] {
  const rest = items.filter((one) => readId(one) !== readId(item));
  return rest.length < items.length ? rest : [...items, item];
}

/** Unmatched lines beside unmatched records. What a person selects is one match. */
export function MatchPage({ businessId, view }: { businessId: string; view: CandidatesView }) {
  const { currency, period, q, recordQ, lines, records } = view;
  const router = useRouter();
  const { locale } = useLocaleSettings();
  const [selectedLines, setLines] = useState<readonly LineView[]>([]);
  const [selectedRecords, setRecords] = useState<readonly RecordView[]>([]);
  const { fields, field, set, draft, isPending, send } = useDraftForm({
    businessId,
    draft: 'bank-match',
    subject: `${currency} ${period.text}`,
    initial: { reason: '' },
    refresh: true,
    fields: ['reason'],
  });
  const chosen = { currency, period: period.text };
  const received = sum(selectedLines.map(({ amount }) => amount));
  const owed = sum(selectedRecords.map(({ amount }) => amount));
  const difference = addSigned(owed, negate(received));
  const hasBoth = selectedLines.length > 0 && selectedRecords.length > 0;
  const hasNone = selectedLines.length + selectedRecords.length === 0;
  const isEqual = isZero(difference);
  const input = {
    businessId,
    currency,
    reason: fields.reason,
    lineIds: selectedLines.map(({ lineId }) => lineId),
    recordIds: selectedRecords.map(({ recordId }) => recordId),
  };
  const clear = () => {
    setLines([]);
    setRecords([]);
    set({ reason: '' });
  };
  const match = async () => {
    const stored = await send(() => matchItemsAction(isEqual ? { ...input, reason: '' } : input), {
      failed: tReconciliation('hand.notMatched'),
      done: () => tReconciliation('hand.matched'),
    });
    if (stored !== null) clear();
  };
  const ignore = async () => {
    const stored = await send(() => ignoreItemsAction(input), {
      failed: tReconciliation('hand.notIgnored'),
      done: () => tReconciliation('hand.ignored'),
    });
    if (stored !== null) clear();
  };
  return (
    <>
      <PageHeader
        title={tReconciliation('hand.title')}
        back={{ href: reconciliationHref(businessId, chosen), label: tReconciliation('title') }}
        description={tReconciliation('hand.description', { period: formatPeriod(period, locale), currency })}
      />
      <PageBody>
        <section
          aria-label={tReconciliation('hand.difference')}
          className="sticky top-0 z-10 flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
        >
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            <Figure label={tReconciliation('hand.selectedLines')} amount={received} currency={currency} />
            <Figure label={tReconciliation('hand.selectedRecords')} amount={owed} currency={currency} />
            <Figure
              label={tReconciliation('hand.difference')}
              amount={difference}
              currency={currency}
              isStrong
            />
          </dl>
          {!hasNone && (
            <TextArea
              label={tReconciliation('hand.reason')}
              help={tReconciliation('hand.reasonHelp')}
              {...field('reason')}
            />
          )}
          <DraftNotice draft={draft} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              isPending={isPending}
              isDisabled={!hasBoth || (!isEqual && fields.reason.trim() === '')}
              onPress={() => void match()}
            >
              {tReconciliation('hand.match')}
            </Button>
            <Button
              isPending={isPending}
              isDisabled={hasNone || fields.reason.trim() === ''}
              onPress={() => void ignore()}
            >
              {tReconciliation('hand.ignore')}
            </Button>
          </div>
        </section>
        {view.hasMore && <Banner title={tReconciliation('hand.more')} />}
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget);
            const read = (name: string): string => {
              const text = data.get(name);
              return typeof text === 'string' ? text : '';
            };
            const search = { q: read('q'), recordQ: read('recordQ') };
            const href = reconciliationHref(businessId, { ...chosen, ...search });
            router.push(href.replace('reconciliation?', 'reconciliation/match?'));
          }}
        >
          <SearchText name="q" q={q} label={tReconciliation('hand.search')} />
          <SearchText name="recordQ" q={recordQ} label={tReconciliation('hand.searchRecords')} />
          <Button type="submit">{tReconciliation('hand.find')}</Button>
        </form>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <LineChoices
            currency={currency}
            lines={lines}
            selected={selectedLines}
            onToggle={(line) => setLines((all) => toggle(all, line, ({ lineId }) => lineId))}
          />
          <RecordChoices
            businessId={businessId}
            currency={currency}
            records={records}
            selected={selectedRecords}
            onToggle={(record) => setRecords((all) => toggle(all, record, ({ recordId }) => recordId))}
          />
        </div>
      </PageBody>
    </>
  );
}

/** A field that follows the address, such as after the back button. It keeps the focus after a search. */
function SearchText({ name, q, label }: { name: string; q: string; label: string }) {
  const [text, setText] = useState(q);
  const [lastSearch, setLastSearch] = useState(q);
  if (lastSearch !== q) {
    setLastSearch(q);
    setText(q);
  }
  return (
    <SearchField name={name} value={text} label={label} onChange={(event) => setText(event.target.value)} />
  );
}

function Figure({
  label,
  amount,
  currency,
  isStrong = false,
}: {
  label: string;
  amount: Signed;
  currency: string;
  isStrong?: boolean;
}) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className={isStrong ? 'font-semibold text-base' : 'text-base'}>
        <SignedAmount amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
