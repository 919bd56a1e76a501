'use client';

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Asks the service now. Says how it went; what was read before stays where it failed. */
export function RefreshButton<View extends ReadingTimes>({
  refresh,
  onView,
}: {
  refresh: () => Promise<ActionResult<View>>;
  onView: (view: View) => void;
}) {
  const [isPending, setPending] = useState(false);
  const press = async () => {
    setPending(true);
    const result = await refresh().catch(() => null);
    setPending(false);
    const failed = (detail: string) => void toast.bad('Not refreshed', { detail });
    if (result === null) return failed('The connection was lost. Try again.');
    if (!result.ok) return failed(result.message);
    onView(result.data);
    if (result.data.error !== null) return failed(result.data.error.message);
    toast.good('Read from the service');
  };
  return (
    <Button icon={<RefreshCw aria-hidden />} isPending={isPending} onPress={() => void press()}>
      Refresh
    </Button>
  );
}
