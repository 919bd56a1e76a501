import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { calledName, listNodes } from './source-files.ts';
import { isUnguardedVerb } from './unguarded-verbs.ts';

/** A project rule that the compiler, Biome and the import rules can't express. */
export type HouseRule = {
  readonly name: string;
  /** The remedy, for the message of a breach. */
  readonly instead: string;
  readonly appliesTo: (path: string) => boolean;
  /** Returns the offending nodes, or the whole file. */
  readonly find: (file: SourceFile) => Iterable<ts.Node>;
};

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const isTesting = (path: string) => /^lib\/.+\/testing\//.test(path);

/** The rooms below the domain, which provide the clock and the transactions. */
const isBelowDomain = (path: string) => /^lib\/(platform|database|realtime|lists)\//.test(path);

const money = /amount|fee|payable|price|balance|depeg|minimum/i;

function* where(file: SourceFile, matches: (node: ts.Node) => boolean): Generator<ts.Node> {
  for (const node of listNodes(file.tree)) if (matches(node)) yield node;
}

const listArguments = (node: ts.Node) =>
  ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : [];

function startsWithDirective(file: SourceFile, directive: string): boolean {
  const first = file.tree.statements[0];
  return (
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isStringLiteral(first.expression) &&
    first.expression.text === directive
  );
}

const importsModule = (file: SourceFile, name: string) =>
  file.tree.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text === name,
  );

/** An attribute that browsers show to a mouse only. A component's own property of this name is a heading. */
function isElementTitle(file: SourceFile, node: ts.Node): boolean {
  if (!ts.isJsxAttribute(node) || node.name.getText(file.tree) !== 'title') return false;
  const tag = node.parent.parent.tagName.getText(file.tree);
  return /^([a-z]|(Link|TextLink|OutsideLink|PressButton|Cell|HeadCell)$)/.test(tag) && tag !== 'iframe';
}

/** A function as the action of a form. A text is an address. */
function isFormFunction(file: SourceFile, node: ts.JsxAttribute): boolean {
  const name = node.name.getText(file.tree);
  if (node.initializer === undefined || !ts.isJsxExpression(node.initializer)) return false;
  return (
    name === 'formAction' || (name === 'action' && node.parent.parent.tagName.getText(file.tree) === 'form')
  );
}

/** A function whose name is a noun with "Of", such as `rowsOf(page)`. */
function hasNounName(file: SourceFile, node: ts.Node): boolean {
  if (!ts.isFunctionDeclaration(node) && !ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node))
    return false;
  if (!/^[a-z]\w*Of$/.test(node.name?.getText(file.tree) ?? '')) return false;
  const value = ts.isFunctionDeclaration(node) ? node : node.initializer;
  return value !== undefined && ts.isFunctionLike(value);
}

/** The browser of Playwright's own test, whose pages don't wait until they are hydrated. */
function* listUnhydratedPages(file: SourceFile): Generator<ts.Node> {
  const hasOwnTest = file.tree.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      /^import \{[^}]*\btest\b.*'@playwright\/test'/s.test(statement.getText(file.tree)),
  );
  if (!hasOwnTest) return;
  yield* where(
    file,
    (node) => ts.isBindingElement(node) && /^(page|context|browser)$/.test(node.name.getText(file.tree)),
  );
}

/** Returns true for files that only the server loads: all but those that a form or a table also loads. */
function isServerFile(path: string): boolean {
  if (!path.startsWith('lib/') || isTest(path) || isTesting(path)) return false;
  if (/^lib\/(values|messages)\//.test(path) || path.startsWith('lib/service/contract/')) return false;
  if (path === 'lib/access/permissions.ts') return false;
  // Programs read the variables before they start with the conditions of a server.
  if (path === 'lib/platform/secret-files.ts') return false;
  return !/(^|\/|-)(schema|model)(-[a-z-]+)?\.ts$|\/(schema|model|actions)\/|\/actions(-[a-z-]+)?\.ts$/.test(
    path,
  );
}

export const houseRules: readonly HouseRule[] = [
  {
    name: 'environment in one place',
    instead: 'read it from #lib/platform/env.ts, which checks it at the start',
    appliesTo: (path) =>
      /^(app|components|lib)\//.test(path) &&
      path !== 'lib/platform/env.ts' &&
      !isTesting(path) &&
      !isTest(path),
    find: (file) =>
      where(
        file,
        (node) =>
          ts.isPropertyAccessExpression(node) &&
          node.getText(file.tree).replaceAll('?', '') === 'process.env',
      ),
  },
  {
    name: 'types proven, not asserted',
    instead: 'narrow it, parse it with zod, or brand it in lib/values/brand.ts',
    appliesTo: (path) => path !== 'lib/values/brand.ts',
    find: (file) =>
      where(
        file,
        (node) =>
          ts.isTypeAssertionExpression(node) ||
          (ts.isAsExpression(node) && node.type.getText(file.tree) !== 'const'),
      ),
  },
  {
    name: 'bytes, then the lossless parser',
    instead:
      'read the bytes and parse them with #lib/values/lossless-json.ts; JSON.parse turns amounts into doubles',
    appliesTo: (path) =>
      /^(lib\/(service|callbacks|observations)|app\/api\/callbacks)\//.test(path) && !isTest(path),
    find: (file) =>
      where(
        file,
        (node) =>
          (calledName(node) === 'json' && listArguments(node).length === 0) ||
          (ts.isCallExpression(node) && node.expression.getText(file.tree) === 'JSON.parse'),
      ),
  },
  {
    name: 'actions through callAction',
    instead:
      'call it with #components/query/call-action.ts, which detects an outdated page and asks for a recent authentication',
    // The dialog of that authentication can't wait for itself.
    appliesTo: (path) =>
      path.startsWith('components/') &&
      !isTest(path) &&
      !/^components\/access\/(reauthentication-dialog|passkey-method)\.tsx$/.test(path),
    find: (file) =>
      where(
        file,
        (node) =>
          ts.isCallExpression(node) &&
          calledName(node) === 'catch' &&
          /\b[a-z]\w*Action\(/.test(node.expression.getText(file.tree)),
      ),
  },
  {
    name: 'forms keep their input',
    instead:
      'call the action in onSubmit; React clears the fields of a form after a function in action, also if it fails',
    appliesTo: (path) => /^(app|components)\/.+\.tsx$/.test(path),
    find: (file) =>
      where(
        file,
        (node) =>
          calledName(node) === 'useActionState' || (ts.isJsxAttribute(node) && isFormFunction(file, node)),
      ),
  },
  {
    name: 'errors by type',
    instead: 'classify it by its class or code; for errors of the database, with #lib/database/errors.ts',
    appliesTo: (path) => /^(app|components|lib)\//.test(path) && !isTest(path) && !isTesting(path),
    find: (file) =>
      where(
        file,
        (node) =>
          ts.isCallExpression(node) &&
          /^(includes|startsWith|endsWith|indexOf|match|search|test|exec)$/.test(calledName(node) ?? '') &&
          [node.expression, ...node.arguments].some((part) => /\bmessage\b/.test(part.getText(file.tree))) &&
          /(error|failure|thrown|cause|problem|reason)\w*\??\.message\b/i.test(node.getText(file.tree)),
      ),
  },
  {
    name: 'server-only where a browser has no business',
    instead: "begin the file with import 'server-only';",
    appliesTo: isServerFile,
    find: (file) => (importsModule(file, 'server-only') ? [] : [file.tree]),
  },
  {
    name: 'actions are actions',
    instead: "begin the file with 'use server';",
    appliesTo: (path) => /^lib\/.+\/actions(-[a-z-]+)?\.ts$/.test(path),
    find: (file) => (startsWithDirective(file, 'use server') ? [] : [file.tree]),
  },
  {
    name: 'names from the field',
    instead: 'name it for what it does',
    appliesTo: () => true,
    find: (file) =>
      file.path.split(/[/.-]/).some((word) => /^(utils?|helpers?|common|misc)$/.test(word))
        ? [file.tree]
        : [],
  },
  {
    name: 'functions are verbs',
    instead: 'begin the name with what it does: listRows(page), not rowsOf(page)',
    appliesTo: () => true,
    find: (file) => where(file, (node) => hasNounName(file, node)),
  },
  {
    name: 'files of one reason',
    instead: 'split it by reason: no file is longer than 400 lines',
    appliesTo: () => true,
    find: (file) => (file.text.trimEnd().split('\n').length > 400 ? [file.tree] : []),
  },
  {
    name: 'money never through a number',
    instead: 'use #lib/values/amount.ts and #lib/values/arithmetic.ts',
    appliesTo: (path) => !isTest(path),
    find: (file) =>
      where(file, (node) => {
        const name = calledName(node);
        if (name === 'parseFloat') return true;
        const text = listArguments(node)[0]?.getText(file.tree) ?? '';
        if (name === 'Number' || name === 'parseInt') return money.test(text);
        if (name === 'toFixed' || name === 'toNumber') return money.test(node.getText(file.tree));
        return (
          ts.isPrefixUnaryExpression(node) &&
          node.operator === ts.SyntaxKind.PlusToken &&
          money.test(node.operand.getText(file.tree))
        );
      }),
  },
  {
    name: 'the clock comes from the context',
    instead: 'take the time from the context, or from #lib/platform/clock.ts',
    appliesTo: (path) => path.startsWith('lib/') && !isBelowDomain(path) && !isTest(path),
    find: (file) =>
      where(
        file,
        (node) =>
          (ts.isCallExpression(node) && node.expression.getText(file.tree) === 'Date.now') ||
          (ts.isNewExpression(node) && calledName(node) === 'Date' && listArguments(node).length === 0),
      ),
  },
  {
    name: 'permission first, audit inside',
    instead: 'call requirePermission before inTransaction, and writeAudit within it',
    appliesTo: (path) => path.startsWith('lib/') && !isBelowDomain(path) && !isTest(path),
    find: (file) => where(file, (node) => isUnguardedVerb(file, node)),
  },
  {
    name: 'explanations reach keys and screen readers',
    instead: 'use aria-description, or data-tooltip if the name already says it',
    appliesTo: (path) => /^(app|components)\/.+\.tsx$/.test(path) && !isTest(path),
    find: (file) => where(file, (node) => isElementTitle(file, node)),
  },
  {
    name: 'journeys wait for what a person sees',
    instead: 'find it by its role and name, and let expect() wait for it',
    appliesTo: (path) => path.startsWith('e2e/') && isTest(path),
    find: (file) =>
      where(
        file,
        (node) =>
          /^(waitForTimeout|locator|\$|\$\$|querySelector)$/.test(calledName(node) ?? '') ||
          (ts.isCallExpression(node) &&
            /^(setTimeout|pause|sleep)$/.test(node.expression.getText(file.tree))),
      ),
  },
  {
    name: 'journeys use hydrated pages',
    instead: 'import test from e2e/fixtures/test.ts, whose pages wait until a click has an effect',
    appliesTo: (path) => path.startsWith('e2e/') && isTest(path),
    find: listUnhydratedPages,
  },
];

/** Lists breaches as `path:line  rule: what to do instead`. */
export function listBreaches(file: SourceFile): string[] {
  return houseRules
    .filter((rule) => rule.appliesTo(file.path))
    .flatMap((rule) =>
      Array.from(rule.find(file), (node) => {
        const start = ts.isSourceFile(node) ? 0 : node.getStart(file.tree);
        const line = file.tree.getLineAndCharacterOfPosition(start).line + 1;
        return `${file.path}:${line}  ${rule.name}: ${rule.instead}`;
      }),
    );
}
