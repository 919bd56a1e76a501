'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { DraftNotice } from '#components/drafts/draft-notice.tsx';
import { useDraftForm } from '#components/forms/use-action-form.ts';
import { callAction } from '#components/query/call-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlStyle, useField } from '#components/ui/field.tsx';
import { Field } from '#components/ui/labelled-field.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tBatchProblems, tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { checkRowsAction, discardBatchAction } from '#lib/payment-batches/actions.ts';
import { batchLimits } from '#lib/payment-batches/model/fields.ts';
import type { RowsToUpload } from './upload-file.ts';
import { toPastedUpload, toUpload, uploadRows } from './upload-file.ts';
import type { UploadFailure, UploadSource } from './upload-problem.tsx';
import { UploadProblem } from './upload-problem.tsx';

const toProblem = (message: string): UploadFailure => ({ message, fieldErrors: {} });

/** Uploads a file or copied rows and checks them. The page of the batch shows the result. */
export function UploadForm({ businessId }: { businessId: string }) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const [chosenSource, setSource] = useState<UploadSource | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { fields, field, draft } = useDraftForm({
    businessId,
    draft: 'pasted-rows',
    subject: 'rows',
    initial: { rows: '' },
  });
  // Restored rows are shown.
  const source = chosenSource ?? (fields.rows === '' ? 'file' : 'text');
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<UploadFailure | null>(null);
  const connectionLost = () =>
    toProblem(tPaymentBatches(source === 'file' ? 'upload.connectionLost' : 'upload.rowsConnectionLost'));

  const upload = async (rows: RowsToUpload): Promise<UploadFailure | null> => {
    if (rows.body.size > batchLimits.bytes) return toProblem(tBatchProblems('upload.tooLarge'));
    if (rows.body.size === 0) return toProblem(tBatchProblems('upload.empty'));
    const uploaded = await uploadRows(businessId, rows, (part, parts) =>
      setProgress(tPaymentBatches('upload.progress', { part, parts })),
    );
    if (uploaded === null) return connectionLost();
    if (!uploaded.ok) return uploaded;
    setProgress(tPaymentBatches('upload.checking'));
    const { batchId } = uploaded.data;
    const choice = { encoding: null, separator: null, decimalSign: null, mapping: null, defaults: null };
    const checked = await callAction(() => checkRowsAction({ businessId, batchId, ...choice }));
    if (checked === null) return connectionLost();
    if (!checked.ok) {
      // A file that can’t be read has no columns to choose.
      if (checked.code === 'invalid') await callAction(() => discardBatchAction({ businessId, batchId }));
      return checked;
    }
    if (rows.source === 'pasted') draft.sent();
    router.push(`/${businessId}/payments/bulk/${batchId}`);
    return null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const rows =
      source === 'file'
        ? file && toUpload(file)
        : fields.rows.trim() === ''
          ? null
          : toPastedUpload(fields.rows);
    if (rows === null)
      return setProblem(
        toProblem(tPaymentBatches(source === 'file' ? 'upload.chooseFile' : 'upload.pasteRows')),
      );
    setProgress(tPaymentBatches('upload.checking'));
    const failure = await upload(rows).catch(connectionLost);
    setProblem(failure);
    if (failure !== null) setProgress(null);
  };
  return (
    <Section title={tPaymentBatches('upload.title')}>
      <form className="flex flex-col gap-4 py-1" onSubmit={(event) => void submit(event)}>
        {problem !== null && <UploadProblem failure={problem} source={source} businessId={businessId} />}
        <DraftNotice draft={draft} />
        <RadioGroup
          name="source"
          appearance="segments"
          label={tPaymentBatches('upload.source')}
          choices={[
            { value: 'file', label: tPaymentBatches('upload.fromFile') },
            { value: 'text', label: tPaymentBatches('upload.fromText') },
          ]}
          value={source}
          onChange={(event) => setSource(event.target.value === 'file' ? 'file' : 'text')}
          disabled={!isHydrated}
        />
        {source === 'file' ? (
          <FileField isDisabled={!isHydrated || progress !== null} onChange={setFile} />
        ) : (
          <TextArea
            label={tPaymentBatches('upload.text')}
            help={tPaymentBatches('upload.textHelp')}
            className="[&_textarea]:max-h-96 [&_textarea]:min-h-40 [&_textarea]:font-mono [&_textarea]:text-xs"
            spellCheck={false}
            autoComplete="off"
            {...field('rows')}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" isPending={progress !== null} isDisabled={!isHydrated}>
            {tPaymentBatches('upload.check')}
          </Button>
          <span role="status" className="text-muted text-sm">
            {progress ?? tPaymentBatches('upload.nothingSent')}
          </span>
        </div>
      </form>
    </Section>
  );
}

function FileField({ isDisabled, onChange }: { isDisabled: boolean; onChange: (file: File | null) => void }) {
  const help = tPaymentBatches('upload.fileHelp');
  const { id, control } = useField({ help });
  return (
    <Field id={id} label={tPaymentBatches('upload.file')} help={help}>
      <input
        {...control}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv"
        disabled={isDisabled}
        className={`${controlStyle} h-control py-1 text-sm`}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
    </Field>
  );
}
