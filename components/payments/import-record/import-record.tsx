'use client';

import { FileUp } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { PageColumns, PageHeader } from '#components/shell/page-header.tsx';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { toast } from '#components/ui/toast.tsx';
import { useHydrated } from '#components/ui/use-is-awake.ts';
import { checkImportAction, importRecordAction } from '#lib/payments/import/actions.ts';
import { importLimit, tooLongARecord } from '#lib/payments/import/model.ts';
import type { ImportView } from '#lib/payments/import/schema.ts';
import type { ActionResult, Failure } from '#lib/values/action-result.ts';
import { ImportPreview } from './import-preview.tsx';
import { readRecordFile } from './read-record-file.ts';

type Given = { readonly text: string; readonly fileName: string | null };
type Shown =
  | { readonly kind: 'checked'; readonly view: ImportView }
  | {
      readonly kind: 'failed';
      readonly failure: Pick<Failure, 'message' | 'fieldErrors'> & { requestId?: string };
    };

const lost = { message: 'The connection was lost. What you pasted is still here.', fieldErrors: {} };

/** Brings in a payment record that a person got elsewhere: first what it would do, then the import. */
export function ImportRecord({ businessId }: { businessId: string }) {
  const router = useRouter();
  const isAwake = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState<Given>({ text: '', fileName: null });
  const [shown, setShown] = useState<Shown | null>(null);
  const [pending, setPending] = useState<'check' | 'import' | null>(null);
  const change = (next: Given) => {
    setGiven(next);
    setShown(null);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readRecordFile(file);
    if ('problem' in read)
      setShown({ kind: 'failed', failure: { message: '', fieldErrors: { text: [read.problem] } } });
    else change({ text: read.text, fileName: file.name.slice(0, 255) });
  };
  async function ask<Data>(
    what: 'check' | 'import',
    action: (input: Given & { businessId: string }) => Promise<ActionResult<Data>>,
  ): Promise<Data | null> {
    // A request so large would not even be read.
    if (given.text.length > importLimit) {
      setShown({ kind: 'failed', failure: { message: '', fieldErrors: { text: [tooLongARecord] } } });
      return null;
    }
    setPending(what);
    const result = await action({ businessId, ...given }).catch(() => null);
    setPending(null);
    if (result?.ok) return result.data;
    setShown({ kind: 'failed', failure: result ?? lost });
    return null;
  }
  const check = async () => {
    const view = await ask('check', checkImportAction);
    if (view !== null) setShown({ kind: 'checked', view });
  };
  const bring = async () => {
    const imported = await ask('import', importRecordAction);
    if (imported === null) return;
    if (imported.changed) toast.good('Imported');
    else toast.neutral('Imported: it told nothing new');
    router.push(`/${businessId}/payments/${imported.paymentId}`);
  };
  const failure = shown?.kind === 'failed' ? shown.failure : null;
  const problems = failure === null ? [] : Object.values(failure.fieldErrors).flat();
  return (
    <>
      <PageHeader
        title="Import a record"
        description="A payment record that you got from the service in another way."
        back={{ href: `/${businessId}/payments`, label: 'Payments' }}
      />
      <PageColumns aside={<Rules />}>
        <Section title="Record">
          <form
            className="flex flex-col gap-3 py-1"
            onSubmit={(event) => {
              event.preventDefault();
              void check();
            }}
          >
            {failure !== null && problems.length === 0 && (
              <Banner tone="bad" title={failure.message}>
                {failure.requestId && (
                  <>
                    Request <span className="font-mono text-xs">{failure.requestId}</span>
                  </>
                )}
              </Banner>
            )}
            <TextArea
              label="Payment record (JSON)"
              className="[&_textarea]:max-h-96 [&_textarea]:min-h-40 [&_textarea]:font-mono [&_textarea]:text-xs"
              help={
                given.fileName === null
                  ? 'One record as the service gives it, or the whole answer to a create call.'
                  : `From ${given.fileName}`
              }
              error={problems[0]}
              spellCheck={false}
              autoComplete="off"
              disabled={!isAwake}
              value={given.text}
              onChange={(event) => change({ text: event.target.value, fileName: null })}
            />
            <input
              ref={input}
              type="file"
              aria-label="File of the record"
              tabIndex={-1}
              className="sr-only"
              accept=".json,.txt,application/json"
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                type="submit"
                variant={shown?.kind === 'checked' ? 'secondary' : 'primary'}
                isPending={pending === 'check'}
                isDisabled={!isAwake}
              >
                Check record
              </Button>
              <Button
                icon={<FileUp aria-hidden />}
                isDisabled={!isAwake}
                onPress={() => input.current?.click()}
              >
                Choose file
              </Button>
            </div>
          </form>
        </Section>
        {shown?.kind === 'checked' && (
          <ImportPreview
            businessId={businessId}
            view={shown.view}
            isPending={pending === 'import'}
            onImport={() => void bring()}
          />
        )}
      </PageColumns>
    </>
  );
}

function Rules() {
  return (
    <Section title="What an import does">
      <ul className="flex list-disc flex-col gap-1.5 py-1 pl-4 text-muted text-sm">
        <li>It fills what nobody has told yet. What the service told stays.</li>
        <li>It marks nothing as paid: only the service’s word does.</li>
        <li>It can settle a request whose outcome is unknown.</li>
        <li>The record is stored with your name and the file’s.</li>
        <li>Risk fields count only from people who may see risk detail.</li>
      </ul>
    </Section>
  );
}
