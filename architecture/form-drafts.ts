import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { listNodes } from './source-files.ts';

/**
 * Finds forms of several fields whose unsent input is not kept. A form is a file that shows two fields or more, itself
 * or in parts that have one field and send nothing on their own.
 */

/** The field components that know no domain. */
const fieldFiles =
  /^components\/ui\/(amount-field|checkbox|combobox|radio-group|select|switch|text-area|text-field)\.tsx$/;
const fieldElements = new Set(['input', 'select', 'textarea']);
const draftHooks = new Set(['useDraft']);

/** The component that keeps the draft of a form, or the reason why the form needs none. */
type FormDecision = { readonly draftIn: string } | { readonly reason: string };

const atOnce = 'each choice applies at once';
const secret = 'passwords, codes and keys are never stored';
const address = 'the address of the page keeps filters';

const newPayment = 'components/payments/new-payment/use-payment-form.ts';
const rule = 'components/reviews/rules/rule-form.tsx';

/** Forms whose own file keeps no draft. */
export const formDecisions: Readonly<Record<string, FormDecision>> = {
  'components/access/reauthentication-dialog.tsx': { reason: secret },
  'components/access/second-factor-form.tsx': { reason: secret },
  'components/access/sign-in-form.tsx': { reason: secret },
  'components/settings/email-field.tsx': { reason: 'an address, with a password that is never stored' },
  'components/settings/factor-dialog.tsx': { reason: secret },
  'components/settings/password-section.tsx': { reason: secret },
  'components/invitation/join-form.tsx': {
    reason: 'nobody is signed in, and all but the name is a password',
  },
  'components/exceptions/work-form.tsx': { draftIn: 'components/exceptions/use-exception-work.ts' },
  'components/list/filters/amount-filter.tsx': { reason: address },
  'components/list/filters/filter-panel.tsx': { reason: address },
  'components/accounting/journal-form.tsx': { reason: 'choices of a file that the page fills in' },
  'components/statements/period-chooser.tsx': { reason: address },
  'components/reconciliation/column-fields.tsx': {
    reason: 'choices of a file, which are kept with its columns',
  },
  'components/reconciliation/match-choices.tsx': { draftIn: 'components/reconciliation/match-page.tsx' },
  'components/minimums/minimum-filters.tsx': { reason: address },
  'components/reviews/counterparties/find-counterparty.tsx': { reason: address },
  'components/list/table/display-panel.tsx': { reason: atOnce },
  'components/payments/bulk/value-field.tsx': { draftIn: 'components/payments/bulk/column-form.tsx' },
  'components/payments/import-record/import-record.tsx': {
    reason: 'one text, which is checked as received and is written elsewhere',
  },
  'components/payments/new-payment/price-fields.tsx': { draftIn: newPayment },
  'components/payments/new-payment/terms-fields.tsx': { draftIn: newPayment },
  'components/reviews/cases/case-facts.tsx': { reason: atOnce },
  'components/reviews/cases/merge-dialog.tsx': {
    reason: 'a choice among the shown cases, with nothing typed',
  },
  'components/team/role-dialog.tsx': { reason: 'a choice and a day, with nothing written' },
  'components/reviews/queue/selected-case-actions.tsx': { reason: 'two choices with a button each' },
  'components/reviews/rules/further-conditions.tsx': { draftIn: rule },
  'components/reviews/rules/rule-actions.tsx': { draftIn: rule },
  'components/reviews/rules/rule-conditions.tsx': { draftIn: rule },
  'components/reviews/rules/rule-backtest.tsx': { reason: 'two days for a calculation that changes nothing' },
};

type Imported = ReadonlyMap<string, string>;

/** Maps the names that a file imports to the paths of their files. */
function mapImports(file: SourceFile): Imported {
  const found = new Map<string, string>();
  for (const statement of file.tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const path = text.startsWith('#') ? text.slice(1) : posix.join(posix.dirname(file.path), text);
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name } of bindings.elements) found.set(name.text, path);
  }
  return found;
}

type FormFile = {
  /** Fields that the file shows itself. */
  readonly fields: number;
  /** The paths of the files whose components it shows, as often as it shows them. */
  readonly parts: readonly string[];
  /** True if the file sends its input itself. */
  readonly isSending: boolean;
};

function readForm(file: SourceFile): FormFile {
  const imports = mapImports(file);
  let fields = 0;
  const parts: string[] = [];
  let hasForm = false;
  for (const node of listNodes(file.tree)) {
    if (!ts.isJsxSelfClosingElement(node) && !ts.isJsxOpeningElement(node)) continue;
    const tag = node.tagName.getText(file.tree);
    const path = imports.get(tag) ?? '';
    if (fieldElements.has(tag) || fieldFiles.test(path)) fields += 1;
    else if (path !== '') parts.push(path);
    if (tag === 'form') hasForm = true;
  }
  return { fields, parts, isSending: hasForm || [...imports.keys()].some((name) => name.endsWith('Action')) };
}

const isPage = (path: string) =>
  /^(app|components)\/.+\.tsx$/.test(path) &&
  !path.startsWith('components/ui/') &&
  !path.endsWith('.test.tsx');

/** Returns a function that says whether a file keeps a draft, itself or by a hook of its own. */
function findKeepers(sources: readonly SourceFile[]): (path: string) => boolean {
  const files = new Map(sources.map((file) => [file.path, mapImports(file)]));
  const isKeeper = (path: string): boolean =>
    [...(files.get(path) ?? [])].some(
      ([name, from]) =>
        draftHooks.has(name) || (/^use[A-Z]/.test(name) && from.startsWith('components/') && isKeeper(from)),
    );
  return isKeeper;
}

/** Returns the paths of all forms of several fields. */
export function listForms(sources: readonly SourceFile[]): ReadonlySet<string> {
  const files = new Map(
    sources.filter(({ path }) => isPage(path)).map((file) => [file.path, readForm(file)]),
  );
  const isSingleField = (path: string): boolean => {
    const part = files.get(path);
    return part !== undefined && part.fields === 1 && !part.isSending;
  };
  return new Set(
    [...files].flatMap(([path, { fields, parts }]) =>
      fields + parts.filter(isSingleField).length >= 2 ? [path] : [],
    ),
  );
}

/** Returns a sentence for each form without a draft or a decision, and for each decision that is wrong or not needed. */
export function findMissingDrafts(
  sources: readonly SourceFile[],
  decisions: Readonly<Record<string, FormDecision>>,
): string[] {
  const forms = listForms(sources);
  const keepsDraft = findKeepers(sources);
  const missing = [...forms].flatMap((path) =>
    keepsDraft(path) || Object.hasOwn(decisions, path)
      ? []
      : [
          `${path} has several fields and no draft: call useActionForm, or say in formDecisions why it needs none`,
        ],
  );
  const wrong = Object.entries(decisions).flatMap(([path, decision]) => {
    if (!forms.has(path)) return [`${path} is no form of several fields: remove its decision`];
    if (keepsDraft(path)) return [`${path} keeps a draft: remove its decision`];
    return 'draftIn' in decision && !keepsDraft(decision.draftIn)
      ? [`${decision.draftIn} keeps no draft, although ${path} relies on it`]
      : [];
  });
  return [...missing, ...wrong];
}
