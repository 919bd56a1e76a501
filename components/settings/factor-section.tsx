'use client';

import { lazy, Suspense, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DescriptionList, Fact } from '#components/ui/description-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { forgetDevicesAction } from '#lib/factors/actions.ts';
import type { FactorSettings } from '#lib/factors/schema.ts';
import { tFactors } from '#lib/messages/factors.ts';
import { checkReauthenticationAction } from '#lib/people/actions.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

const FactorDialog = lazy(() =>
  import('./factor-dialog.tsx').then((file) => ({ default: file.FactorDialog })),
);

const fewCodes = 3;

type Opened = 'set-up' | 'replace' | 'codes' | 'remove' | null;

/** The second factor of the person: set-up, recovery codes and remembered browsers. */
export function FactorSection({ businessId, view }: { businessId: string; view: FactorSettings }) {
  const [opened, setOpened] = useState<Opened>(null);
  const { act, isPending } = useAction({ businessId, kind: 'settings', refresh: true });
  const forget = () =>
    act(() => forgetDevicesAction({ businessId }), {
      done: tFactors('forget.done'),
      failed: tFactors('forget.failed'),
    });
  /** Confirms first who the person is. Otherwise a code that they enter in the dialog would be used up in between. */
  const openChange = async (kind: 'replace' | 'codes' | 'remove') => {
    const checked = await callAction(() => checkReauthenticationAction({ businessId }));
    // Without an answer the dialog shows why its own request fails.
    if (checked === null || checked.ok) setOpened(kind);
  };
  const { confirmedAt, hasPasskey, lastUsedAt, unusedCodes, devices, isRequired, isAvailable } = view;
  const hasApp = confirmedAt !== null;
  return (
    <Section title={tFactors('title')}>
      <div className="grid max-w-form gap-4">
        <p className="text-muted text-sm">{tFactors('intro')}</p>
        {!isAvailable && <Banner tone="attention" title={tFactors('unavailable')} />}
        {!hasApp && (
          <div>
            <Button variant="primary" isDisabled={!isAvailable} onPress={() => setOpened('set-up')}>
              {tFactors('setUp.button')}
            </Button>
          </div>
        )}
        {(hasApp || hasPasskey) && (
          <>
            <DescriptionList>
              {hasApp && (
                <>
                  <Fact label={tFactors('app')}>
                    {tFactors.rich('on', { time: () => <Time at={toUnixSeconds(confirmedAt)} /> })}
                  </Fact>
                  <Fact label={tFactors('lastUsed')}>
                    {lastUsedAt === null ? tFactors('neverUsed') : <Time at={toUnixSeconds(lastUsedAt)} />}
                  </Fact>
                </>
              )}
              <Fact label={tFactors('codes')}>{tFactors('unusedCodes', { count: unusedCodes })}</Fact>
              <Fact label={tFactors('devices')}>{tFactors('deviceCount', { count: devices })}</Fact>
            </DescriptionList>
            {unusedCodes < fewCodes && <Banner tone="attention" title={tFactors('fewCodes')} />}
            <div className="flex flex-wrap gap-2">
              <Button onPress={() => void openChange('codes')}>{tFactors('recovery.regenerate')}</Button>
              {hasApp && (
                <Button isDisabled={!isAvailable} onPress={() => void openChange('replace')}>
                  {tFactors('setUp.replace')}
                </Button>
              )}
              {devices > 0 && (
                <Button isPending={isPending} onPress={() => void forget()}>
                  {tFactors('forget.button')}
                </Button>
              )}
              {hasApp && !isRequired && (
                <Button variant="quiet" onPress={() => void openChange('remove')}>
                  {tFactors('remove.button')}
                </Button>
              )}
            </div>
            {hasApp && isRequired && <p className="text-muted text-sm">{tFactors('required')}</p>}
          </>
        )}
      </div>
      {opened !== null && (
        <Suspense>
          <FactorDialog
            businessId={businessId}
            kind={opened}
            has={{ app: hasApp, passkey: hasPasskey }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}
