'use client';

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { checkConnectionAction } from '#lib/connection/actions.ts';
import type { ConnectionView } from '#lib/connection/schema.ts';

/** Asks the service everything that can be asked without changing anything, and shows what it said. */
export function CheckNow({
  businessId,
  onChecked,
}: {
  businessId: string;
  onChecked: (view: ConnectionView) => void;
}) {
  const [isPending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    const result = await checkConnectionAction({ businessId }).catch(() => null);
    setPending(false);
    if (result === null)
      return void toast.bad('Not checked', { detail: 'The connection was lost. Try again.' });
    if (!result.ok) return void toast.bad('Not checked', { detail: result.message });
    onChecked(result.data);
    const bad = result.data.checks.filter(({ state }) => state === 'bad').length;
    if (bad === 0) toast.good('Checked: nothing is broken');
    else toast.bad(bad === 1 ? 'Checked: one thing is broken' : `Checked: ${bad} things are broken`);
  };
  return (
    <Button
      variant="primary"
      icon={<RefreshCw aria-hidden />}
      isPending={isPending}
      onPress={() => void check()}
    >
      Check now
    </Button>
  );
}
