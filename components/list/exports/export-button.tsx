'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { tListExports } from '#lib/messages/list-exports.ts';

/** Starts a download, which the browser writes to disk as it arrives. */
export function download(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** Exports every row that matches the filters as a CSV file. */
export function ExportButton({ href }: { href: string }) {
  return (
    <Button icon={<Download aria-hidden />} onPress={() => download(href)}>
      <span className="max-md:sr-only">{tListExports('export')}</span>
    </Button>
  );
}
