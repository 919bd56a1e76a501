import type { ReportContent } from './content.ts';

/** Returns the address of the form that writes an accounting file. Without a content of one, it is the empty form. */
export function journalFormPath(content: ReportContent | null): string {
  if (content?.kind !== 'journal') return 'reports/accounting';
  const { target, mode, currency, withoutRate } = content;
  const period = withoutRate[0]?.period ?? content.period;
  return `reports/accounting?${new URLSearchParams({ target, mode, currency, period }).toString()}`;
}
