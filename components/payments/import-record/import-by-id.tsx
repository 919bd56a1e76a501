'use client';

import { useRef, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { findPaymentIds, listedReadMs, maximumListedIds } from '#lib/payments/import/model-listed-ids.ts';
import { readListedPaymentAction } from '#lib/payments/sync/actions.ts';
import type { ListedPayment } from '#lib/payments/sync/schema.ts';
import { runImport, waitFor } from './run-import.ts';

type Result = ListedPayment & { readonly paymentId: string };

const states = ['imported', 'stored', 'missing', 'failed', 'invalid'] as const;

/**
 * Imports many payments by their IDs. It reads one after the other from the service, at most two a second, and stops after a
 * failure that concerns all. The list waits in the open page.
 */
export function ImportById({ businessId, canRead }: { businessId: string; canRead: boolean }) {
  const isHydrated = useHydrated();
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly Result[]>([]);
  const [total, setTotal] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopping = useRef(false);
  const ids = findPaymentIds(text);
  async function run() {
    isStopping.current = false;
    setRunning(true);
    setStopped(null);
    setResults([]);
    setTotal(ids.length);
    const reason = await runImport(ids, {
      send: async (paymentId) => {
        const [result] = await Promise.all([
          callAction(() => readListedPaymentAction({ businessId, paymentId })),
          waitFor(listedReadMs),
        ]);
        return result;
      },
      toResult: (paymentId, outcome): Result | null => (outcome.ok ? { ...outcome.data, paymentId } : null),
      note: (result) => setResults((before) => [...before, result]),
      isStopping: () => isStopping.current,
      stopped: tPaymentImport('byId.stopped'),
    });
    setStopped(reason);
    setRunning(false);
  }
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
            disabled={!isHydrated || isRunning}
            error={problem}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              isPending={isRunning}
              isDisabled={!isHydrated || ids.length === 0 || problem !== undefined}
              onPress={() => void run()}
            >
              {tPaymentImport('byId.read', { count: ids.length })}
            </Button>
            {isRunning && (
              <Button
                onPress={() => {
                  isStopping.current = true;
                }}
              >
                {tPaymentImport('byId.stop')}
              </Button>
            )}
          </div>
          {stopped !== null && (
            <Banner tone="attention" title={tPaymentImport('byId.ended')}>
              {stopped}
            </Banner>
          )}
          {total > 0 && <Results businessId={businessId} results={results} total={total} />}
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
