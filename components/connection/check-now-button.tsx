'use client';

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
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
  const [isPending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    const result = await callAction(() => checkConnectionAction({ businessId }));
    setPending(false);
    if (result === null)
      return void toast.bad(tConnection('check.failed'), { detail: tConnection('connectionLost') });
    if (!result.ok) return void toast.bad(tConnection('check.failed'), { detail: result.message });
    onChecked(result.data);
    const failed = result.data.checks.filter(({ state }) => state === 'bad').length;
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
