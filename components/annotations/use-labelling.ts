'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import type { Labelling } from './label-all.ts';
import { labellingOutcomeMessage, labelThese, takeBack } from './label-all.ts';
import { formatRecordCount, topics } from './record-words.ts';

/** Labels records, with how far it is, a way to stop it and a way back. `onDone`: nothing went wrong, nobody stopped it. */
export function useLabelling(onDone: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const stop = useRef<AbortController>(null);
  const refresh = async ({ businessId, kind }: Labelling) => {
    void queries.invalidateQueries({ queryKey: ['b', businessId, 'labels'] });
    await queries.invalidateQueries({ queryKey: ['b', businessId, topics[kind]] });
  };
  const undo = async (labelling: Labelling, ids: readonly string[]) => {
    const end = await takeBack(labelling, ids);
    const { changed, problem } = end;
    const said = labellingOutcomeMessage(
      end,
      `Taken back on ${formatRecordCount(labelling.kind, changed.length)}`,
    );
    if (problem === null) toast.good(said);
    else toast.bad(said, { detail: problem.detail });
    await refresh(labelling);
  };
  const start = async (labelling: Labelling, ids: readonly string[]) => {
    const { kind, name, how } = labelling;
    stop.current = new AbortController();
    const of = ids.length;
    const tell = (done: number) => setProgress({ done, of });
    tell(0);
    const { signal } = stop.current;
    const end = await labelThese(labelling, ids, { tell, stop: signal });
    const { changed, full, problem } = end;
    const noun = formatRecordCount(kind, changed.length);
    const said = labellingOutcomeMessage(
      end,
      how === 'add' ? `Put “${name}” on ${noun}` : `Took “${name}” off ${noun}`,
    );
    const isFull =
      full === 0 ? undefined : `${formatRecordCount(kind, full)} carry as many labels as they can.`;
    const more = {
      detail: problem?.detail ?? (signal.aborted ? 'Stopped. The others stay as they are.' : isFull),
      action:
        changed.length === 0 ? undefined : { label: 'Undo', onPress: () => void undo(labelling, changed) },
    };
    if (problem !== null) toast.bad(said, more);
    else if (changed.length === 0 || full > 0 || signal.aborted) toast.neutral(said, more);
    else toast.good(said, more);
    await refresh(labelling);
    setProgress(null);
    if (problem === null && !signal.aborted) onDone();
  };
  return { progress, start, stop: () => stop.current?.abort() };
}
