'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { CopyTextButton } from '#components/ui/copy-text-button.tsx';
import { tFactors } from '#lib/messages/factors.ts';

function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = tFactors('recovery.fileName');
  link.click();
  URL.revokeObjectURL(url);
}

/** New recovery codes, shown once, with buttons that copy and download them. */
export function RecoveryCodesNote({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="grid gap-3">
      <p className="text-muted text-sm">
        {tFactors('recovery.detail')} {tFactors('recovery.once')}
      </p>
      <ul
        aria-label={tFactors('recovery.list')}
        className="grid gap-1 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyTextButton text={text}>{tFactors('recovery.copy')}</CopyTextButton>
        <Button icon={<Download aria-hidden />} onPress={() => downloadText(text)}>
          {tFactors('recovery.download')}
        </Button>
      </div>
    </div>
  );
}
