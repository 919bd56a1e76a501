'use client';

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { tReadings } from '#lib/messages/readings.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Reads from the service now and reports the result. A failure keeps the earlier data. */
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
    const result = await callAction(refresh);
    setPending(false);
    const failed = (detail: string) => void toast.bad(tReadings('refresh.failed'), { detail });
    if (result === null) return failed(tReadings('refresh.connectionLost'));
    if (!result.ok) return failed(result.message);
    onView(result.data);
    if (result.data.error !== null) return failed(result.data.error.message);
    toast.good(tReadings('refresh.done'));
  };
  return (
    <Button icon={<RefreshCw aria-hidden />} isPending={isPending} onPress={() => void press()}>
      {tReadings('refresh.button')}
    </Button>
  );
}
