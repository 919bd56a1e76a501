'use client';

import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import type { ButtonProps } from '#components/ui/button.tsx';
import { Button } from '#components/ui/button.tsx';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import type { ImportSteps } from './run-import.ts';
import { runImport } from './run-import.ts';

/** An import of many items, one after the other. They wait in the open page, and leaving it ends the import. */
export function useListedImport<Item, Data, Result>(
  steps: Omit<ImportSteps<Item, Data, Result>, 'note' | 'isStopping'>,
) {
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  const isStopping = useRef(false);
  const stop = () => {
    isStopping.current = true;
  };
  useEffect(
    () => () => {
      isStopping.current = true;
    },
    [],
  );
  const run = async (items: readonly Item[]) => {
    isStopping.current = false;
    setRunning(true);
    setEnded(null);
    setResults([]);
    const reason = await runImport(items, {
      ...steps,
      note: (result) => setResults((before) => [...before, result]),
      isStopping: () => isStopping.current,
    });
    setEnded(reason);
    setRunning(false);
  };
  return { results, isRunning, ended, run, stop };
}

/** Starts and stops an import, and says why it ended early. */
export function ImportButtons({
  listed: { isRunning, ended, stop },
  ...start
}: {
  listed: Pick<ReturnType<typeof useListedImport>, 'isRunning' | 'ended' | 'stop'>;
  variant?: ButtonProps['variant'];
  isDisabled: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button isPending={isRunning} {...start} />
        {isRunning && <Button onPress={stop}>{tPaymentImport('byId.stop')}</Button>}
      </div>
      {ended !== null && (
        <Banner tone="attention" title={tPaymentImport('byId.ended')}>
          {ended}
        </Banner>
      )}
    </>
  );
}
