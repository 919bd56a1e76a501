'use client';

import * as z from 'zod';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { tControls } from '#lib/messages/controls.ts';
import { tShell } from '#lib/messages/shell.ts';
import type { UnsentField } from './unsent-text.ts';

const storedFields = z.array(z.object({ label: z.string(), text: z.string() }));

function parseFields(stored: string): readonly UnsentField[] {
  try {
    return storedFields.parse(JSON.parse(stored));
  } catch {
    return [];
  }
}

/** Offers the text that was typed before a reload and not sent. */
export function UnsentTextNotice({ stored, onDiscard }: { stored: string; onDiscard: () => void }) {
  const fields = parseFields(stored);
  if (fields.length === 0) return null;
  return (
    <Banner
      title={tShell('version.unsent.title')}
      action={
        <Button size="sm" onPress={onDiscard}>
          {tShell('version.unsent.discard')}
        </Button>
      }
    >
      <p>{tShell('version.unsent.help')}</p>
      <dl className="grid gap-1 pt-1">
        {fields.map(({ label, text }) => {
          const name = label === '' ? tShell('version.unsent.field') : label;
          return (
            <div key={`${label}\n${text}`} className="flex min-w-0 items-start gap-2">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="max-h-24 min-w-0 overflow-auto whitespace-pre-wrap break-words text-ink">
                {ExternalText(text)}
              </dd>
              <CopyButton text={text} label={tControls('copyNamed', { name })} />
            </div>
          );
        })}
      </dl>
    </Banner>
  );
}
