import { expect, test } from 'vitest';
import { draftFormNames, draftForms } from '#lib/drafts/model.ts';
import { readSources } from './source-files.ts';

/** Names that stand in `text` where a form shows the error of a field. */
const listShown = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:field|findError)\(\s*'(\w+)'|\berrors\['(\w+)'\]/g)].map(
    ([, field, error]) => field ?? error ?? '',
  );

/** Forms that hand their fields to other files, which show all errors. */
const inParts = new Set(['components/reviews/rules/rule-form.tsx']);

/**
 * Finds forms in which an error would be nowhere, or both at its field and in a message. Without `fields` the message
 * leaves out the errors of exactly the fields of the draft (`useDraftForm`).
 */
function findBreaches(path: string, text: string): readonly string[] {
  if (!/useActionForm\(|useDraftForm\(/.test(text) || inParts.has(path)) return [];
  if (/inForm: true|\bfields: \[/.test(text)) return [];
  const drafts = [...text.matchAll(/use(?:Action|Draft)Form\([\s\S]*?draft: '([\w-]+)'/g)].map(
    ([, name]) => name,
  );
  const forms = draftFormNames.filter((name) => drafts.includes(name));
  const kept = forms.flatMap((name): readonly string[] => draftForms[name].fields);
  // A form that gets its draft from outside.
  if (forms.length === 0) return [];
  const shown = listShown(text);
  return [
    ...(shown.length === 0 ? [] : kept.filter((field) => !shown.includes(field))),
    ...shown.filter((field) => !kept.includes(field)),
  ].map((field) => `${path}: ${field}`);
}

test('shows each error once: at its field, or in a message', () => {
  const form = (rest: string) => `useActionForm({ draft: 'legal-hold', ${rest} }); form.field('reason');`;
  expect(findBreaches('a.tsx', form(''))).toEqual(['a.tsx: kind', 'a.tsx: recordId']);
  expect(findBreaches('a.tsx', form("fields: ['reason'],"))).toEqual([]);
  const breaches = readSources()
    .filter(({ path }) => path.startsWith('components/') && /(?<!\.test)\.tsx$/.test(path))
    .flatMap(({ path, tree }) => findBreaches(path, tree.text));
  expect(breaches).toEqual([]);
});
