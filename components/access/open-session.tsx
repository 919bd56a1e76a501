'use client';

import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Refusal } from './request-session.ts';
import { requestSecondStep } from './request-session.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/** Opens the session of a sign-in whose first factor was just set up. */
export function OpenSession({ destination, label }: { destination: string; label: string }) {
  const { take, isPending, refusal } = useSignInStep<Refusal>();
  const open = () => take(async () => ({ ...(await requestSecondStep('', false)), next: destination }));
  return (
    <div className="grid gap-3">
      {refusal && <Banner tone="bad" title={refusal.message} />}
      <Button variant="primary" isPending={isPending} onPress={() => void open()}>
        {label}
      </Button>
    </div>
  );
}
