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
import type { CandidatesView } from '#lib/reconciliation/schema.ts';
import type { SignedAmount as Signed } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import { LineChoices, RecordChoices } from './match-choices.tsx';

const zero = signedAmount('0');
const sum = (amounts: readonly (Signed | null)[]): Signed =>
  amounts.reduce<Signed>((total, amount) => addSigned(total, amount ?? zero), zero);
const negate = (amount: Signed): Signed =>
  signedAmount(amount.startsWith('-') ? amount.slice(1) : isZero(amount) ? amount : `-${amount}`);

const toggle = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** Unmatched lines beside unmatched records. What a person selects is one match. */
export function MatchPage({ businessId, view }: { businessId: string; view: CandidatesView }) {
  const { currency, period, q, lines, records } = view;
  const router = useRouter();
  const { locale } = useLocaleSettings();
  const [lineIds, setLineIds] = useState<readonly string[]>([]);
  const [recordIds, setRecordIds] = useState<readonly string[]>([]);
  const { fields, field, set, draft, isPending, send } = useDraftForm({
    ...{ businessId, draft: 'bank-match', subject: `${currency} ${period.text}`, initial: { reason: '' } },
    ...{ refresh: true, fields: ['reason'] },
  });
  const chosen = { currency, period: period.text };
  const selectedLines = lines.filter(({ lineId }) => lineIds.includes(lineId));
  const selectedRecords = records.filter(({ recordId }) => recordIds.includes(recordId));
  const received = sum(selectedLines.map(({ amount }) => amount));
  const owed = sum(selectedRecords.map(({ amount }) => amount));
  const difference = addSigned(owed, negate(received));
  const hasBoth = selectedLines.length > 0 && selectedRecords.length > 0;
  const isEqual = isZero(difference);
  const input = {
    ...{ businessId, currency, reason: fields.reason },
    lineIds: selectedLines.map(({ lineId }) => lineId),
    recordIds: selectedRecords.map(({ recordId }) => recordId),
  };
  const clear = () => {
    setLineIds([]);
    setRecordIds([]);
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
        description={`${formatPeriod(period, locale)}, ${currency}. ${tReconciliation('hand.description')}`}
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
          {(lineIds.length > 0 || recordIds.length > 0) && (
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
              isDisabled={lineIds.length + recordIds.length === 0 || fields.reason.trim() === ''}
              onPress={() => void ignore()}
            >
              {tReconciliation('hand.ignore')}
            </Button>
          </div>
        </section>
        {view.hasMore && <Banner title={tReconciliation('hand.more')} />}
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const text = new FormData(event.currentTarget).get('q');
            const href = reconciliationHref(businessId, {
              ...chosen,
              q: typeof text === 'string' ? text : '',
            });
            router.push(href.replace('reconciliation?', 'reconciliation/match?'));
          }}
        >
          <SearchField name="q" defaultValue={q} label={tReconciliation('hand.search')} />
          <Button type="submit">{tReconciliation('hand.find')}</Button>
        </form>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <LineChoices
            currency={currency}
            lines={lines}
            selected={lineIds}
            onToggle={(id) => setLineIds((ids) => toggle(ids, id))}
          />
          <RecordChoices
            businessId={businessId}
            currency={currency}
            records={records}
            selected={recordIds}
            onToggle={(id) => setRecordIds((ids) => toggle(ids, id))}
          />
        </div>
      </PageBody>
    </>
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
