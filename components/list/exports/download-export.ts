import { startDownload } from './start-download.ts';

/**
 * Starts the download of a list or file. One with risk detail needs a recent authentication, and `confirmFor` is the
 * business on whose page the person is. Null: no risk detail.
 */
export function downloadExport(href: string, confirmFor: string | null): void {
  if (confirmFor === null) {
    startDownload(href);
    return;
  }
  void import('./download-sensitive.ts').then(({ downloadSensitive }) => downloadSensitive(confirmFor, href));
}
