'use client';

import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Section } from '#components/shell/section.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { findPaymentIds, listedReadMs, maximumListedIds } from '#lib/payments/import/model-listed-ids.ts';
import { readListedPaymentAction } from '#lib/payments/sync/actions.ts';
import type { ListedPayment } from '#lib/payments/sync/schema.ts';
import { ImportButtons, useListedImport } from './listed-import.tsx';
import { waitFor } from './run-import.ts';

type Result = ListedPayment & { readonly paymentId: string };

const states = ['imported', 'stored', 'missing', 'failed', 'invalid'] as const;

/**
 * Imports many payments by their IDs. It reads one after the other from the service, at most two a second, and stops after a
 * failure that concerns all. The list waits in the open page.
 */
export function ImportById({ businessId, canRead }: { businessId: string; canRead: boolean }) {
  const isHydrated = useHydrated();
  const [text, setText] = useState('');
  const [total, setTotal] = useState(0);
  const ids = findPaymentIds(text);
  const listed = useListedImport({
    send: async (paymentId: string) => {
      const [result] = await Promise.all([
        callAction(() => readListedPaymentAction({ businessId, paymentId })),
        waitFor(listedReadMs),
      ]);
      return result;
    },
    toResult: (paymentId, outcome): Result | null => (outcome.ok ? { ...outcome.data, paymentId } : null),
    stopped: tPaymentImport('byId.stopped'),
  });
  const problem =
    ids.length > maximumListedIds
      ? tPaymentImport('byId.tooMany', { count: maximumListedIds })
      : text.trim() !== '' && ids.length === 0
        ? tPaymentImport('byId.none')
        : undefined;
  return (
    <Section title={tPaymentImport('byId.title')}>
      {canRead ? (
        <div className="flex flex-col gap-3 py-1">
          <TextArea
            label={tPaymentImport('byId.ids')}
            help={tPaymentImport('byId.help', { count: maximumListedIds })}
            className="[&_textarea]:min-h-24 [&_textarea]:font-mono [&_textarea]:text-xs"
            spellCheck={false}
            autoComplete="off"
            disabled={!isHydrated || listed.isRunning}
            error={problem}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <ImportButtons
            listed={listed}
            isDisabled={!isHydrated || ids.length === 0 || problem !== undefined}
            onPress={() => {
              setTotal(ids.length);
              void listed.run(ids);
            }}
          >
            {tPaymentImport('byId.read', { count: ids.length })}
          </ImportButtons>
          {total > 0 && <Results businessId={businessId} results={listed.results} total={total} />}
        </div>
      ) : (
        <p className="text-muted text-sm">{tPaymentImport('byId.off')}</p>
      )}
    </Section>
  );
}

function Results({
  businessId,
  results,
  total,
}: {
  businessId: string;
  results: readonly Result[];
  total: number;
}) {
  return (
    <>
      <p role="status" className="text-sm tabular-nums">
        {tPaymentImport('byId.progress', { done: results.length, total })}
      </p>
      {states.map((state) => {
        const found = results.filter((one) => one.state === state);
        if (found.length === 0) return null;
        return (
          <details key={state} className="text-sm">
            <summary>{tPaymentImport(`byId.states.${state}`, { count: found.length })}</summary>
            <ul className="ps-4 pt-1 font-mono text-xs">
              {found.map((one) => (
                <li key={one.paymentId} className="wrap-anywhere">
                  {state === 'imported' || state === 'stored' ? (
                    <TextLink prefetch={false} href={`/${businessId}/payments/${one.paymentId}`}>
                      {one.paymentId}
                    </TextLink>
                  ) : (
                    one.paymentId
                  )}
                  {one.state === 'failed' && ` · ${one.message}`}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}
