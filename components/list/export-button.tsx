'use client';

import { Download } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';

/** Takes everything that the list is filtered to as a CSV file. The browser writes it to disk as it comes. */
export function ExportButton({ href }: { href: string }) {
  const download = () => {
    const link = document.createElement('a');
    link.href = href;
    link.download = '';
    link.click();
  };
  return (
    <Button icon={<Download aria-hidden />} onPress={download}>
      Export
    </Button>
  );
}
