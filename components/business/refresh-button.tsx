'use client';

import { RefreshCw } from 'lucide-react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { tReadings } from '#lib/messages/business.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Reads from the service now and reports the result. A failure keeps the earlier data. */
export function RefreshButton<View extends ReadingTimes>({
  refresh,
  onView,
}: {
  refresh: () => Promise<ActionResult<View>>;
  onView: (view: View) => void;
}) {
  const { act, isPending } = useAction({});
  const press = async () => {
    const failed = tReadings('refresh.failed');
    const view = await act(refresh, {
      failed,
      done: ({ error }) => (error === null ? tReadings('refresh.done') : null),
    });
    if (view === null) return;
    onView(view);
    if (view.error !== null) toast.bad(failed, { detail: view.error.message });
  };
  return (
    <Button icon={<RefreshCw aria-hidden />} isPending={isPending} onPress={() => void press()}>
      {tReadings('refresh.button')}
    </Button>
  );
}
