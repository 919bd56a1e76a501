import { tStatements } from '#lib/messages/statements.ts';
import type { ChecklistFact } from '../schema.ts';
import { exceptionDays } from './lines.ts';

/** Describes an open point of a checklist with its count. */
export const describePoint = ({ item, count }: ChecklistFact, locale = 'en'): string => {
  const n = count.toLocaleString(locale);
  if (item === 'opening' || item === 'settlements') return tStatements(`point.${item}`);
  if (item === 'lines' || item === 'ledger' || item === 'cash') return tStatements(`point.${item}`);
  if (item === 'exceptions') return tStatements(`point.${item}`, { count, n, days: String(exceptionDays) });
  return tStatements(`point.${item}`, { count, n });
};
