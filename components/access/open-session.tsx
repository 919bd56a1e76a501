'use client';

import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Refusal } from './request-session.ts';
import { requestSecondStep } from './request-session.ts';

/** Opens the session of a sign-in whose first factor was just set up. */
export function OpenSession({ destination, label }: { destination: string; label: string }) {
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState<Refusal | null>(null);
  async function open() {
    setPending(true);
    const { refusal } = await requestSecondStep('', false);
    if (refusal === null) return window.location.assign(destination);
    setFailed(refusal);
    setPending(false);
  }
  return (
    <div className="grid gap-3">
      {failed && <Banner tone="bad" title={failed.message} />}
      <Button variant="primary" isPending={isPending} onPress={() => void open()}>
        {label}
      </Button>
    </div>
  );
}
