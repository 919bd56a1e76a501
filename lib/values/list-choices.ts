import type { Choice } from './list-query.ts';

/** `COMPLIANCE_REVIEW` → "Compliance review". */
export function sentence(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Values of an enumeration as choices of a filter, in words. */
export const named = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: sentence(value) }));

/** Codes that are their own label, such as currencies. */
export const plain = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));
