'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { tListExports } from '#lib/messages/list-exports.ts';
import { download } from './download.ts';

/** Exports every row that matches the filters as a CSV file. */
export function ExportButton({ href }: { href: string }) {
  return (
    <Button icon={<Download aria-hidden />} onPress={() => download(href)}>
      <span className="max-md:sr-only">{tListExports('export')}</span>
    </Button>
  );
}
