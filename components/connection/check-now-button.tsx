'use client';

import { RefreshCw } from 'lucide-react';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { checkConnectionAction } from '#lib/connection/actions.ts';
import type { ConnectionView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';

/** Runs all checks, which change nothing at the service, and reports the result. */
export function CheckNowButton({
  businessId,
  onChecked,
}: {
  businessId: string;
  onChecked: (view: ConnectionView) => void;
}) {
  const { act, isPending } = useAction({});
  const check = async () => {
    const view = await act(() => checkConnectionAction({ businessId }), {
      failed: tConnection('check.failed'),
    });
    if (view === null) return;
    onChecked(view);
    const failed = view.checks.filter(({ state }) => state === 'bad').length;
    if (failed === 0) toast.good(tConnection('check.passed'));
    else toast.bad(tConnection('check.problems', { count: failed }));
  };
  return (
    <Button
      variant="primary"
      icon={<RefreshCw aria-hidden />}
      isPending={isPending}
      onPress={() => void check()}
    >
      {tConnection('check.button')}
    </Button>
  );
}
