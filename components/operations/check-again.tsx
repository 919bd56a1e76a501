'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { useUnattendedRefresh } from '#components/query/use-unattended-refresh.ts';
import { Button } from '#components/ui/button.tsx';
import { tOperations } from '#lib/messages/operations.ts';

const refreshMs = 30_000;

/** Renders the page again, on a press and every 30 seconds while the page is visible. */
export function CheckAgain() {
  const router = useRouter();
  const refresh = useUnattendedRefresh();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <Button
      icon={<RefreshCw aria-hidden />}
      isPending={isPending}
      onPress={() => startTransition(() => router.refresh())}
    >
      {tOperations('refresh')}
    </Button>
  );
}
