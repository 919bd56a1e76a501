import { expect, test } from 'vitest';
import { findMissingDrafts, listForms } from './form-drafts.ts';
import { parseSource } from './source-files.ts';

const imports = `import { TextField } from '#components/ui/text-field.tsx'; import { Select } from '#components/ui/select.tsx';`;
const form = parseSource(
  'components/pay/form.tsx',
  `${imports} export const F = () => <form><TextField /><Select /></form>;`,
);
const keeping = parseSource(
  'components/pay/keeping.tsx',
  `${imports} import { useDraft } from '#components/drafts/use-draft.ts';
   export const F = () => { useDraft({}); return <form><TextField /><Select /></form>; };`,
);

test('finds a new form without a draft', () => {
  expect(findMissingDrafts([form, keeping], {})).toEqual([
    expect.stringContaining('components/pay/form.tsx'),
  ]);
});

test('counts a part with one field, and not one that sends its own input', () => {
  const part = (path: string, text: string) => parseSource(path, `${imports} ${text}`);
  const sources = (name: string) => [
    part('components/pay/name.tsx', 'export const Name = () => <TextField />;'),
    part('components/pay/own.tsx', 'export const Own = () => <form><TextField /></form>;'),
    part(
      'components/pay/page.tsx',
      `import { ${name} } from './${name.toLowerCase()}.tsx'; export const P = () => <><Select /><${name} /></>;`,
    ),
  ];
  expect([...listForms(sources('Name'))]).toEqual(['components/pay/page.tsx']);
  expect([...listForms(sources('Own'))]).toEqual([]);
});

test('accepts a draft that a hook of the form keeps', () => {
  const own = parseSource(
    'components/pay/own.tsx',
    `${imports} import { useFields } from './use-fields.ts'; export const F = () => <><TextField /><Select /></>;`,
  );
  const hook = parseSource(
    'components/pay/use-fields.ts',
    `import { useDraft } from '#components/drafts/use-draft.ts'; export const useFields = () => useDraft({});`,
  );
  expect(findMissingDrafts([own, hook], {})).toEqual([]);
  expect(findMissingDrafts([own], {})).toHaveLength(1);
});

test('refuses a decision that is not needed or relies on a file without a draft', () => {
  expect(findMissingDrafts([keeping], { [keeping.path]: { reason: 'old' } })).toEqual([
    expect.stringContaining('remove its decision'),
  ]);
  expect(findMissingDrafts([form], { [form.path]: { draftIn: form.path } })).toEqual([
    expect.stringContaining('keeps no draft'),
  ]);
  expect(findMissingDrafts([form, keeping], { [form.path]: { draftIn: keeping.path } })).toEqual([]);
  expect(findMissingDrafts([keeping], { 'components/pay/gone.tsx': { reason: 'old' } })).toHaveLength(1);
});
