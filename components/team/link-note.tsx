'use client';

import type { ReactNode } from 'react';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { tTeam } from '#lib/messages/team.ts';

/** A secret link that is shown once, with a button that copies it. */
export function LinkNote({ link, children }: { link: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <div className="grid gap-1 text-muted text-sm">{children}</div>
      <TextField
        label={tTeam('link.field')}
        value={link}
        readOnly
        mono
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <CopyTextButton text={link} variant="primary">
          {tTeam('link.copy')}
        </CopyTextButton>
      </div>
    </div>
  );
}
