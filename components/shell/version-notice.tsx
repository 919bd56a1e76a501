'use client';

import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { readVersionState, setPageBuild, subscribeToVersion } from '#components/query/page-version.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tShell } from '#lib/messages/shell.ts';
import type { TextOwner } from './unsent-text.ts';
import { discardText, readStoredText, watchTypedText } from './unsent-text.ts';

const UnsentTextNotice = lazy(() =>
  import('./unsent-text-notice.tsx').then((file) => ({ default: file.UnsentTextNotice })),
);

/** Offers what was typed here before a reload. */
function UnsentText({ path, email }: TextOwner) {
  const isHydrated = useHydrated();
  const [isDiscarded, setDiscarded] = useState(false);
  const stored = isHydrated && !isDiscarded ? readStoredText({ path, email }) : null;
  if (stored === null) return null;
  const discard = () => {
    discardText({ path, email });
    setDiscarded(true);
  };
  return (
    <Suspense>
      <UnsentTextNotice stored={stored} onDiscard={discard} />
    </Suspense>
  );
}

const titles = {
  outdated: 'version.available',
  stale: 'version.stale',
  refused: 'version.refused',
} as const;

/**
 * Says that a new version is available, and after a reload offers the text that wasn't sent. The notice itself needs no
 * further files, because those of an earlier build may no longer exist.
 */
export function VersionNotice({ build, email }: { build: string; email: string }) {
  const path = usePathname();
  const state = useSyncExternalStore(subscribeToVersion, readVersionState, () => 'current' as const);
  useEffect(() => setPageBuild(build), [build]);
  useEffect(() => watchTypedText({ path, email }), [path, email]);
  return (
    <div className="grid gap-2 px-4 pt-3 empty:hidden">
      {state === 'current' ? (
        <UnsentText key={path} path={path} email={email} />
      ) : (
        <Banner
          tone={state === 'outdated' ? 'neutral' : 'attention'}
          title={tShell(titles[state])}
          action={
            <Button size="sm" onPress={() => location.reload()}>
              {tShell('version.reload')}
            </Button>
          }
        >
          {state === 'refused' && tShell('version.refusedHelp')}
        </Banner>
      )}
    </div>
  );
}
