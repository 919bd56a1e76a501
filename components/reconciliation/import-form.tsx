'use client';

import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { bankImportsKey } from '#components/query/query-keys.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlStyle, useField } from '#components/ui/field.tsx';
import { Field } from '#components/ui/labelled-field.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tReconciliation, tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import { tQuery } from '#lib/messages/shell.ts';
import { inspectFileAction } from '#lib/reconciliation/actions.ts';
import { importLimits } from '#lib/reconciliation/model/choices.ts';
import type { InspectedFile } from '#lib/reconciliation/schema.ts';
import { ColumnFields } from './column-fields.tsx';
import { readStart, uploadStatement } from './upload-statement.ts';

/** Uploads a bank or wallet statement. A CSV file also needs the meaning of its columns. */
export function ImportForm({ businessId, currency }: { businessId: string; currency: string }) {
  const queries = useQueryClient();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [inspected, setInspected] = useState<InspectedFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const fail = (message: string) => {
    setProgress(null);
    setProblem(message);
  };
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setInspected(null);
    setProblem(null);
    setDone(false);
    if (chosen === null) return;
    if (chosen.size > importLimits.bytes) return fail(tReconciliationRefusals('file.tooLarge'));
    if (chosen.size === 0) return fail(tReconciliationRefusals('file.empty'));
    setProgress(tReconciliation('file.reading'));
    const start = await readStart(chosen);
    const read = await callAction(() => inspectFileAction({ businessId, start }));
    if (read === null) return fail(tQuery('connectionLost'));
    if (!read.ok) return fail(read.message);
    setProgress(null);
    const { mapping } = read.data;
    setInspected({
      ...read.data,
      mapping: mapping.currency === '' ? { ...mapping, currency } : mapping,
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    if (file === null || inspected === null) return fail(problem ?? tReconciliation('file.choose'));
    setProblem(null);
    setProgress(tReconciliation('file.uploading', { part: '1', parts: '1' }));
    const uploaded = await uploadStatement(businessId, file, inspected, (part, parts) =>
      setProgress(tReconciliation('file.uploading', { part: String(part), parts: String(parts) })),
    ).catch(() => null);
    if (uploaded === null) return fail(tQuery('connectionLost'));
    if (!uploaded.ok) return fail(Object.values(uploaded.fieldErrors).flat()[0] ?? uploaded.message);
    setProgress(null);
    setFile(null);
    setInspected(null);
    setDone(true);
    form.current?.reset();
    await queries.invalidateQueries({ queryKey: bankImportsKey(businessId) });
  };
  return (
    <Section title={tReconciliation('file.title')}>
      <form ref={form} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <FileField isDisabled={!isHydrated || progress !== null} onChange={(chosen) => void choose(chosen)} />
        {problem !== null && <Banner tone="bad" title={problem} />}
        {inspected?.format === 'csv' && (
          <ColumnFields file={inspected} onChange={(mapping) => setInspected({ ...inspected, mapping })} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" isPending={progress !== null} isDisabled={!isHydrated}>
            {tReconciliation('file.import')}
          </Button>
          <span role="status" className="text-muted text-sm">
            {progress ?? (isDone ? tReconciliation('file.uploaded') : '')}
          </span>
        </div>
      </form>
    </Section>
  );
}

function FileField({ isDisabled, onChange }: { isDisabled: boolean; onChange: (file: File | null) => void }) {
  const help = tReconciliation('file.text');
  const { id, control } = useField({ help });
  return (
    <Field id={id} label={tReconciliation('file.file')} help={help}>
      <input
        {...control}
        type="file"
        accept=".xml,.camt,.053,.sta,.940,.mt940,.txt,.csv,.tsv,text/csv,text/xml,application/xml"
        disabled={isDisabled}
        className={`${controlStyle} h-control py-1 text-sm`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
    </Field>
  );
}
