import type { Choice, FilterSpec } from './query.ts';

/** `COMPLIANCE_REVIEW` → "Compliance review". */
export function sentence(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Values of an enumeration as choices of a filter, in words. */
export const toChoices = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: sentence(value) }));

/** Codes that are their own label, such as currencies. */
export const plain = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));

/** A flag of the record. Where it is not told it is neither. */
export const yesOrNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Whose work it is, as seen by whoever asks. */
export const whose: readonly Choice[] = [
  { value: 'me', label: 'Me' },
  { value: 'nobody', label: 'Nobody' },
  { value: 'others', label: 'Others' },
];

/** Labels of the business, by their id, so that a renamed one stays. Which there are is filled in where they are shown. */
export const byLabel = { kind: 'choice', label: 'Label', choices: [] } as const satisfies FilterSpec;

/** Deposits for which no assessment was ever told. */
export const neverAssessed = {
  kind: 'choice',
  label: 'Assessment',
  risk: true,
  choices: [{ value: 'never', label: 'Never assessed' }],
} as const satisfies FilterSpec;
