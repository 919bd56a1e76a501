'use client';

import { FileUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { callAction } from '#components/query/call-action.ts';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { checkImportAction, importRecordAction } from '#lib/payments/import/actions.ts';
import { importLimit, recordTooLongMessage } from '#lib/payments/import/model.ts';
import { isRecordList, recordFileLimit, splitRecords } from '#lib/payments/import/model-record-texts.ts';
import type { ImportView } from '#lib/payments/import/schema.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import { ImportById } from './import-by-id.tsx';
import { ImportMany } from './import-many.tsx';
import { ImportPreview } from './import-preview.tsx';

/** Returns the exact text of a file, or the problem that prevents it. */
async function readRecordFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > recordFileLimit)
    return {
      problem: tPaymentImport('fileTooLarge', { name: file.name, size: recordFileLimit / 1_048_576 }),
    };
  try {
    const bytes = await file.arrayBuffer();
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: tPaymentImport('notText', { name: file.name }) };
  }
}

type RecordText = { readonly text: string; readonly fileName: string | null };
type Shown =
  | { readonly kind: 'checked'; readonly view: ImportView }
  | {
      readonly kind: 'failed';
      readonly failure: Pick<Failure, 'message' | 'fieldErrors'> & { requestId?: string };
    };

const connectionLost = { message: tPaymentImport('connectionLost'), fieldErrors: {} };

/** Imports a payment record that a person received elsewhere, after a preview. */
export function ImportRecord({ businessId, canRead }: { businessId: string; canRead: boolean }) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [record, setRecord] = useState<RecordText>({ text: '', fileName: null });
  const [shown, setShown] = useState<Shown | null>(null);
  const [pending, setPending] = useState<'check' | 'import' | null>(null);
  /** Several files, or one that is a list. Its text isn’t shown, because it may be long. */
  const [files, setFiles] = useState<readonly RecordText[]>([]);
  /** Other records have other results. */
  const [choice, setChoice] = useState(0);
  const changeRecord = (next: RecordText, chosen: readonly RecordText[] = []) => {
    setChoice((before) => before + 1);
    setRecord(next);
    setFiles(chosen);
    setShown(null);
  };
  const chooseFiles = async (chosen: readonly File[]) => {
    const texts: RecordText[] = [];
    for (const file of chosen) {
      const read = await readRecordFile(file);
      if ('problem' in read) {
        setShown({ kind: 'failed', failure: { message: '', fieldErrors: { text: [read.problem] } } });
        return;
      }
      texts.push({ text: read.text, fileName: file.name.slice(0, 255) });
    }
    const [first] = texts;
    if (first === undefined) return;
    if (texts.length === 1 && !isRecordList(first.text)) changeRecord(first);
    else changeRecord({ text: '', fileName: null }, texts);
  };
  const isMany = files.length > 0 || isRecordList(record.text);
  const sources = files.length > 0 ? files : [record];
  const many = isMany
    ? sources.flatMap(({ text, fileName }) =>
        splitRecords(text).map((one, at) => ({ text: one, fileName, number: at + 1 })),
      )
    : [];
  async function runStep<Data>(
    step: 'check' | 'import',
    action: (input: RecordText & { businessId: string }) => Promise<ActionResult<Data>>,
  ): Promise<Data | null> {
    // The server refuses a larger request before it reads it.
    if (record.text.length > importLimit) {
      setShown({ kind: 'failed', failure: { message: '', fieldErrors: { text: [recordTooLongMessage] } } });
      return null;
    }
    setPending(step);
    const result = await callAction(() => action({ businessId, ...record }));
    setPending(null);
    if (result?.ok) return result.data;
    setShown({ kind: 'failed', failure: result ?? connectionLost });
    return null;
  }
  const check = async () => {
    const view = await runStep('check', checkImportAction);
    if (view !== null) setShown({ kind: 'checked', view });
  };
  const importRecord = async () => {
    const imported = await runStep('import', importRecordAction);
    if (imported === null) return;
    if (imported.changed) toast.good(tPaymentImport('imported'));
    else toast.neutral(tPaymentImport('importedUnchanged'));
    router.push(`/${businessId}/payments/${imported.paymentId}`);
  };
  const failure = shown?.kind === 'failed' ? shown.failure : null;
  const problems = failure === null ? [] : Object.values(failure.fieldErrors).flat();
  return (
    <>
      <PageHeader
        title={tPaymentImport('title')}
        description={tPaymentImport('description')}
        back={{ href: `/${businessId}/payments`, label: tPaymentImport('back') }}
      />
      <PageColumns aside={<Rules />}>
        <Section title={tPaymentImport('form.title')}>
          <form
            className="flex flex-col gap-3 py-1"
            onSubmit={(event) => {
              event.preventDefault();
              void check();
            }}
          >
            {failure !== null && problems.length === 0 && (
              <Banner tone="bad" title={failure.message}>
                {failure.requestId &&
                  tPaymentImport.rich('requestId', {
                    id: () => <span className="font-mono text-xs">{failure.requestId}</span>,
                  })}
              </Banner>
            )}
            <TextArea
              label={tPaymentImport('form.text')}
              className="[&_textarea]:max-h-96 [&_textarea]:min-h-40 [&_textarea]:font-mono [&_textarea]:text-xs"
              help={
                files.length > 0
                  ? tPaymentImport('form.fromFiles', { count: files.length })
                  : record.fileName === null
                    ? tPaymentImport('form.help')
                    : tPaymentImport('form.fromFile', { name: record.fileName })
              }
              error={problems[0]}
              spellCheck={false}
              autoComplete="off"
              disabled={!isHydrated}
              value={record.text}
              onChange={(event) => changeRecord({ text: event.target.value, fileName: null })}
            />
            <input
              ref={input}
              type="file"
              aria-label={tPaymentImport('form.file')}
              tabIndex={-1}
              className="sr-only"
              multiple
              accept=".json,.txt,application/json"
              onChange={(event) => {
                void chooseFiles([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                type="submit"
                variant={shown?.kind === 'checked' ? 'secondary' : 'primary'}
                isPending={pending === 'check'}
                isDisabled={!isHydrated || isMany}
              >
                {tPaymentImport('form.check')}
              </Button>
              <Button
                icon={<FileUp aria-hidden />}
                isDisabled={!isHydrated}
                onPress={() => input.current?.click()}
              >
                {tPaymentImport('form.chooseFile')}
              </Button>
            </div>
          </form>
        </Section>
        {shown?.kind === 'checked' && (
          <ImportPreview
            businessId={businessId}
            view={shown.view}
            isPending={pending === 'import'}
            onImport={() => void importRecord()}
          />
        )}
        {isMany && <ImportMany key={choice} businessId={businessId} records={many} />}
        <ImportById businessId={businessId} canRead={canRead} />
      </PageColumns>
    </>
  );
}

function Rules() {
  return (
    <Section title={tPaymentImport('rules.title')}>
      <ul className="flex list-disc flex-col gap-1.5 py-1 ps-4 text-muted text-sm">
        <li>{tPaymentImport('rules.fills')}</li>
        <li>{tPaymentImport('rules.paid')}</li>
        <li>{tPaymentImport('rules.settles')}</li>
        <li>{tPaymentImport('rules.stored')}</li>
        <li>{tPaymentImport('rules.risk')}</li>
      </ul>
    </Section>
  );
}
