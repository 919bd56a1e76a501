'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';

/** The browser writes it to disk as it comes. */
export function download(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

/** Takes everything that the list is filtered to as a CSV file. */
export function ExportButton({ href }: { href: string }) {
  return (
    <Button icon={<Download aria-hidden />} onPress={() => download(href)}>
      <span className="max-md:sr-only">Export</span>
    </Button>
  );
}
