import { tListFilters } from '#lib/messages/controls.ts';
import type { Choice, FilterSpec } from './query.ts';

/** Converts `COMPLIANCE_REVIEW` to "Compliance review". */
export function formatEnumValue(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns enumeration values as filter choices with a readable label. */
export const toChoices = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: formatEnumValue(value) }));

/** Returns codes, such as currencies, as choices that are their own label. */
export const toCodeChoices = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));

/** Choices for a boolean field. A value that is not reported matches neither. */
export const booleanChoices: readonly Choice[] = [
  { value: 'true', label: tListFilters('boolean.true') },
  { value: 'false', label: tListFilters('boolean.false') },
];

/** Choices for the assignee, relative to the person who filters. */
export const assigneeChoices: readonly Choice[] = [
  { value: 'me', label: tListFilters('assignee.me') },
  { value: 'nobody', label: tListFilters('assignee.nobody') },
  { value: 'others', label: tListFilters('assignee.others') },
];

/** Filters by label id, so that a renamed label still matches. The list page fills in the choices. */
export const labelFilter = {
  kind: 'choice',
  label: tListFilters('label'),
  choices: [],
} as const satisfies FilterSpec;

/** Finds deposits without any assessment. */
export const assessmentFilter = {
  kind: 'choice',
  label: tListFilters('assessment.label'),
  risk: true,
  choices: [{ value: 'never', label: tListFilters('assessment.never') }],
} as const satisfies FilterSpec;
