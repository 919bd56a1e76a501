'use client';

import { Download, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { Identifier } from '#components/ui/identifier.tsx';
import { Time } from '#components/ui/time.tsx';
import type { CaseFile, CaseView } from '#lib/reviews/schema/case.ts';
import { fileLimit } from '#lib/reviews/schema/choices.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { attachFile } from './attach-file.ts';
import { CameWith } from './came-with.tsx';

const kilobytes = (size: number) => (size < 1024 ? `${size} B` : `${Math.ceil(size / 1024)} kB`);

/** What was attached: kept under the hash of its bytes, fetched as a download, never opened here. */
export function Files({ view }: { view: CaseView }) {
  const { businessId, caseId, files } = view;
  const { act, isPending } = useAction(businessId, 'reviews');
  const input = useRef<HTMLInputElement>(null);
  const attach = (file: File | undefined) => {
    if (file === undefined) return;
    void act(() => attachFile(`/api/businesses/${businessId}/reviews/${caseId}/files`, file), {
      failed: 'The file was not attached',
      done: 'Attached',
    });
  };
  return (
    <Section
      title="Files"
      count={files.length}
      actions={
        view.state !== 'merged' && (
          <Button
            size="sm"
            icon={<Paperclip aria-hidden />}
            isPending={isPending}
            onPress={() => input.current?.click()}
          >
            Attach file
          </Button>
        )
      }
    >
      <input
        ref={input}
        type="file"
        aria-label="File to attach"
        tabIndex={-1}
        className="sr-only"
        accept=".pdf,.png,.jpg,.jpeg,.webp,.txt,.csv,.json,.md,.eml,.log"
        onChange={(event) => {
          attach(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {files.length === 0 ? (
        <p className="text-muted text-sm">
          PDF, images and plain text up to {fileLimit / 1024 / 1024} MB each. They are hashed and go into the
          evidence.
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
        {file.type} · {kilobytes(file.size)} · {file.person.name} · <Time at={inSeconds(file.at)} />
        <CameWith of={file.of} />
      </span>
      <span className="text-muted text-xs">
        SHA-256 <Identifier value={file.sha256} name="SHA-256" />
      </span>
    </li>
  );
}
