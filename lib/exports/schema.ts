import type { Instant } from '#lib/values/instant.ts';
import { listNames } from '#lib/values/list-routes.ts';

/** The lists that can be exported. */
export const exportNames = listNames;
export type ExportName = (typeof exportNames)[number];

/** Formats of background files: a workbook, or a CSV file in an archive. */
export const fileFormats = ['xlsx', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** An export file as its requester sees it. */
export type ExportFileView = {
  readonly fileId: string;
  readonly list: ExportName;
  readonly format: FileFormat;
  readonly fileName: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  /** Written rows, and the total at the request. The total is a minimum if `isMore`. */
  readonly rows: number;
  readonly total: number;
  readonly isMore: boolean;
  /** True if the file ends before the list, because the format or the archive is full. */
  readonly isCut: boolean;
  /** True if its download needs a recent authentication. */
  readonly hasRiskDetail: boolean;
  readonly bytes: number;
  readonly problem: string | null;
  readonly askedAt: Instant;
  readonly expiresAt: Instant;
};
