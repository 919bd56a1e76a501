'use client';

import { Button } from '#components/ui/button.tsx';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { tListExports } from '#lib/messages/list.ts';
import { downloadExport } from './download-export.ts';

/** Exports every row that matches the filters as a CSV file. */
export function ExportButton({
  href,
  confirmFor = null,
}: {
  href: string;
  /** The business, if the file has risk detail. The person then confirms who they are first. */
  confirmFor?: string | null;
}) {
  return (
    <Button icon={<SpriteIcon name="download" />} onPress={() => downloadExport(href, confirmFor)}>
      <span className="max-md:sr-only">{tListExports('export')}</span>
    </Button>
  );
}
