import type { Instant } from '#lib/values/instant.ts';
import { listNames } from '#lib/values/list-routes.ts';

/** The lists that can be taken as a file. */
export const exportNames = listNames;
export type ExportName = (typeof exportNames)[number];

/** A file that is made in the background: a workbook, or a CSV file in an archive. */
export const fileFormats = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A file as the person who asked for it sees it. */
export type ExportFileView = {
  readonly fileId: string;
  readonly list: ExportName;
  readonly format: FileFormat;
  readonly fileName: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  /** Rows that are written, and how many there were when it was asked for; that many or more where `isMore`. */
  readonly rows: number;
  readonly total: number;
  readonly isMore: boolean;
  /** It ends before the list does: a workbook, or an archive, holds no more. */
  readonly isCut: boolean;
  readonly bytes: number;
  readonly problem: string | null;
  readonly askedAt: Instant;
  readonly expiresAt: Instant;
};
