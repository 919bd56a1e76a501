'use client';

import { Download, Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { toFailure } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { replaceInvisible } from '#components/ui/invisible-characters.ts';
import { Time } from '#components/ui/time.tsx';
import { tReviewCaseFiles } from '#lib/messages/review-details.ts';
import type { CaseFile, CaseView } from '#lib/reviews/cases/schema/case.ts';
import { fileLimit } from '#lib/reviews/cases/schema/choices.ts';
import type { ActionResult } from '#lib/values/action-result.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatCase } from '../case-labels.ts';
import { SourceCase } from '../decisions/source-case.tsx';

const storedFile = checkFields<{ fileId: string }>(withFields('fileId'));

/** Uploads a file as a raw request body, because a server action can't carry megabytes. */
async function attachFile(url: string, file: File): Promise<ActionResult<{ fileId: string }>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  });
  const body: unknown = await response.json().catch(() => null);
  return response.ok ? { ok: true, data: storedFile.parse(body) } : toFailure(response, body);
}

const formatSize = (bytes: number): string =>
  bytes < 1024
    ? tReviewCaseFiles('files.bytes', { size: String(bytes) })
    : tReviewCaseFiles('files.kilobytes', { size: String(Math.ceil(bytes / 1024)) });

/** Lists the attached files and adds new ones. Files are downloaded, never opened in the browser. */
export function Files({ view }: { view: CaseView }) {
  const { businessId, caseId, files } = view;
  const { act, isPending } = useAction({ businessId, kind: 'reviews', about: formatCase(view.number) });
  const input = useRef<HTMLInputElement>(null);
  /** The names of the refused files, when several were chosen: the message names only the last one. */
  const [refusedNames, setRefused] = useState<readonly string[]>([]);
  /** Attaches one file after the other. A refused file doesn't stop the others. */
  const attach = async (chosen: readonly File[]) => {
    let count = 0;
    const refused: string[] = [];
    for (const file of chosen) {
      const attached = await act(
        () => attachFile(`/api/businesses/${businessId}/reviews/${caseId}/files`, file),
        {
          failed: tReviewCaseFiles('files.failed', { name: replaceInvisible(file.name) }),
          done: tReviewCaseFiles('files.attached', { count: count + 1 }),
        },
      );
      if (attached === null) refused.push(replaceInvisible(file.name));
      else count += 1;
    }
    setRefused(chosen.length > 1 ? refused : []);
  };
  return (
    <Section
      title={tReviewCaseFiles('files.title')}
      count={files.length}
      actions={
        view.state !== 'merged' && (
          <Button
            size="sm"
            icon={<Paperclip aria-hidden />}
            isPending={isPending}
            onPress={() => input.current?.click()}
          >
            {tReviewCaseFiles('files.attach')}
          </Button>
        )
      }
    >
      <input
        ref={input}
        type="file"
        multiple
        aria-label={tReviewCaseFiles('files.input')}
        tabIndex={-1}
        className="sr-only"
        accept=".pdf,.png,.jpg,.jpeg,.webp,.txt,.csv,.json,.md,.eml,.log"
        onChange={(event) => {
          void attach([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {refusedNames.length > 0 && (
        <p role="alert" className="pb-2 text-bad text-sm">
          {tReviewCaseFiles('files.refused', { names: refusedNames.join(', ') })}
        </p>
      )}
      {files.length === 0 ? (
        <p className="text-muted text-sm">
          {tReviewCaseFiles('files.empty', { limit: String(fileLimit / 1024 / 1024) })}
        </p>
      ) : (
        <ul className="flex flex-col">
          {files.map((file) => (
            <FileLine
              key={file.fileId}
              href={`/api/businesses/${businessId}/reviews/${file.caseId}/files/${file.fileId}`}
              file={file}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FileLine({ href, file }: { href: string; file: CaseFile }) {
  return (
    <li className="flex flex-col gap-0.5 border-line border-t py-2 text-sm first:border-t-0">
      <a
        href={href}
        download={file.name}
        className="inline-flex items-center gap-1.5 break-all text-accent-text hover:underline"
      >
        <Download aria-hidden className="size-3.5 shrink-0" />
        {file.name}
      </a>
      <span className="text-muted text-xs">
        {file.type} · {formatSize(file.size)} · {file.person.name} · <Time at={toUnixSeconds(file.at)} />
        <SourceCase number={file.of} />
      </span>
      <span className="text-muted text-xs">
        {tReviewCaseFiles('files.hash')}{' '}
        <Identifier value={file.sha256} name={tReviewCaseFiles('files.hash')} />
      </span>
    </li>
  );
}
