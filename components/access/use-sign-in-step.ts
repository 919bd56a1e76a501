'use client';

import { useState } from 'react';

/** The answer to a step: a refusal, or the address of the page that follows. */
type StepAnswer<Refusal> = { readonly refusal: Refusal | null; readonly next: string };

/** Takes the steps of a sign-in, one at a time. Opens the page that follows, or keeps the refusal of the last step. */
export function useSignInStep<Refusal>() {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = async (step: () => Promise<StepAnswer<Refusal>>): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setRefusal(null);
    const answer = await step();
    // Loads a new document, so that no data of another person stays in memory.
    if (answer.refusal === null) return window.location.assign(answer.next);
    setRefusal(answer.refusal);
    setPending(false);
  };
  return { take, isPending, refusal };
}
