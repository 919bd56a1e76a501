'use client';

import type { RefObject } from 'react';
import { useState } from 'react';
import { useAction } from '#components/query/use-action.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import type { MenuItem } from '#components/ui/menu-content.ts';
import { MenuOverlay } from '#components/ui/menu-overlay.tsx';
import { startExportFileAction } from '#lib/exports/actions.ts';
import type { ExportName, FileFormat } from '#lib/exports/schema.ts';
import { tExportFiles } from '#lib/messages/exports.ts';
import { downloadExport } from './download-export.ts';
import { FilesPanel } from './files-panel.tsx';

export type FilesMenuProps = {
  businessId: string;
  list: ExportName;
  /** The address of the list's CSV file, without its query. */
  address: string;
  /** The business, if the file has risk detail. The person then confirms who they are first. */
  confirmFor: string | null;
  /** The URL query of the rows: filters, order and chosen columns. */
  query: string;
  /** The ids of the shown columns, in their order. */
  columns: readonly string[];
  /** The rows that the query finds: all that match, or the selected ones. */
  selection: 'shown' | 'selected';
};

/** Returns the query with other columns. Null: all fields. */
function withColumns(query: string, columns: readonly string[] | null): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('columns');
  if (columns !== null) parameters.set('columns', columns.join(','));
  return parameters.toString();
}

/** The time by which a month of a list is meant. */
const monthFields: Partial<Readonly<Record<ExportName, string>>> = {
  payments: 'paymentInitiatedAt',
  deposits: 'depositReceivedAt',
  withdrawals: 'receivedAt',
};

/** Returns the query for last month instead of other days, or null for a list that has no month. */
function selectLastMonth(list: ExportName, query: string): string | null {
  const field = monthFields[list];
  if (field === undefined) return null;
  const parameters = new URLSearchParams(query);
  parameters.set(field, 'last-month');
  return parameters.toString();
}

/** Lists the file formats in words. Files made in the background open a dialog with their progress. */
export function FilesMenuOverlay({
  businessId,
  list,
  address,
  confirmFor,
  query,
  columns,
  selection,
  ...trigger
}: FilesMenuProps & {
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { act, isPending } = useAction({ businessId, kind: 'exports' });
  const [showsFiles, setShowsFiles] = useState(false);
  const shown = withColumns(query, columns);
  const allFields = withColumns(query, null);
  const lastMonth = selection === 'shown' ? selectLastMonth(list, shown) : null;
  const downloadNow = (rows: string) => downloadExport(`${address}?${rows}`, confirmFor);
  const create = (format: FileFormat, rows: string) => {
    setShowsFiles(true);
    void act(() => startExportFileAction({ businessId, list, format, query: rows }), {
      failed: tExportFiles('startFailed'),
    });
  };
  const page: MenuItem = {
    id: 'pdf',
    label: tExportFiles('menu.pdf'),
    // The menu closes first, so that it isn't printed.
    onAction: () => setTimeout(() => window.print()),
  };
  return (
    <>
      <MenuOverlay
        {...trigger}
        label={tExportFiles('menu.label')}
        placement="bottom end"
        sections={[
          {
            id: 'now',
            label: tExportFiles('menu.now'),
            items: [
              { id: 'csv', label: tExportFiles('menu.csv'), onAction: () => downloadNow(shown) },
              { id: 'csv-all', label: tExportFiles('menu.csvAll'), onAction: () => downloadNow(allFields) },
              ...(selection === 'shown' ? [page] : []),
            ],
          },
          {
            id: 'later',
            label: tExportFiles('menu.later'),
            items: [
              { id: 'xlsx', label: tExportFiles('menu.xlsx'), onAction: () => create('xlsx', shown) },
              {
                id: 'xlsx-all',
                label: tExportFiles('menu.xlsxAll'),
                onAction: () => create('xlsx', allFields),
              },
              ...(lastMonth === null
                ? []
                : [
                    {
                      id: 'xlsx-last-month',
                      label: tExportFiles('menu.xlsxLastMonth'),
                      onAction: () => create('xlsx', lastMonth),
                    },
                  ]),
              { id: 'zip', label: tExportFiles('menu.zip'), onAction: () => create('csv', query) },
            ],
          },
          {
            id: 'files',
            items: [{ id: 'files', label: tExportFiles('menu.files'), onAction: () => setShowsFiles(true) }],
          },
        ]}
      />
      <Dialog isOpen={showsFiles} onOpenChange={setShowsFiles} size="sm" title={tExportFiles('title')}>
        <FilesPanel businessId={businessId} isStarting={isPending} />
      </Dialog>
    </>
  );
}
