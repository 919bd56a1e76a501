'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '#components/ui/toast.tsx';
import { tAnnotationOutcomes } from '#lib/messages/annotations.ts';
import type { LabelChange } from './change-labels.ts';
import { changeLabels, labelChangeMessage, undoLabels } from './change-labels.ts';
import { formatRecordCount, recordTopics } from './record-topics.ts';

/** Labels records with progress, stop and undo. Calls `onDone` only after a complete run without a problem. */
export function useLabelChange(onDone: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const stop = useRef<AbortController>(null);
  const refresh = async ({ businessId, kind }: LabelChange) => {
    void queries.invalidateQueries({ queryKey: ['b', businessId, 'labels'] });
    await queries.invalidateQueries({ queryKey: ['b', businessId, recordTopics[kind]] });
  };
  const undo = async (labelling: LabelChange, ids: readonly string[]) => {
    const outcome = await undoLabels(labelling, ids);
    const { changed, problem } = outcome;
    const records = formatRecordCount(labelling.kind, changed.length);
    const title = labelChangeMessage(outcome, tAnnotationOutcomes('outcome.undone', { records }));
    if (problem === null) toast.good(title);
    else toast.bad(title, { detail: problem.detail });
    await refresh(labelling);
  };
  const start = async (labelling: LabelChange, ids: readonly string[]) => {
    const { kind, name, operation } = labelling;
    stop.current = new AbortController();
    const of = ids.length;
    const report = (done: number) => setProgress({ done, of });
    report(0);
    const { signal } = stop.current;
    const outcome = await changeLabels(labelling, ids, { onProgress: report, signal });
    const { changed, full, problem } = outcome;
    const records = formatRecordCount(kind, changed.length);
    const title = labelChangeMessage(
      outcome,
      operation === 'add'
        ? tAnnotationOutcomes('outcome.added', { name, records })
        : tAnnotationOutcomes('outcome.removed', { name, records }),
    );
    const fullNotice =
      full === 0
        ? undefined
        : tAnnotationOutcomes('outcome.full', { records: formatRecordCount(kind, full), count: full });
    const options = {
      detail: problem?.detail ?? (signal.aborted ? tAnnotationOutcomes('outcome.stopped') : fullNotice),
      action:
        changed.length === 0
          ? undefined
          : { label: tAnnotationOutcomes('outcome.undo'), onPress: () => void undo(labelling, changed) },
    };
    if (problem !== null) toast.bad(title, options);
    else if (changed.length === 0 || full > 0 || signal.aborted) toast.neutral(title, options);
    else toast.good(title, options);
    await refresh(labelling);
    setProgress(null);
    if (problem === null && !signal.aborted) onDone();
  };
  return { progress, start, stop: () => stop.current?.abort() };
}
