'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useTransition } from 'react';
import { Button } from '#components/ui/button.tsx';
import { tOperations } from '#lib/messages/operations.ts';

const refreshMs = 30_000;

/** Renders the page again, on a press and every 30 seconds while the page is visible. */
export function CheckAgain() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [router]);
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
