import ts from 'typescript';
import type { SourceFile } from './source-files.ts';
import { listNodes } from './source-files.ts';

/** A text that a reader meets in the code or on a screen, with its place. */
export type Wording = {
  readonly kind: 'comment' | 'name' | 'message';
  readonly path: string;
  readonly line: number;
  readonly text: string;
};

const commentText = (raw: string): string =>
  raw
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\*|\/\/)\s?/, '').trim())
    .join('\n')
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .trim();

const isDirective = (text: string): boolean =>
  /^(biome-ignore|@ts-|#__PURE__|@vitest|oldest-program|eslint|prettier|c8 |v8 )/.test(text) || text === '';

/** Returns the comments of a file; consecutive `//` lines are one comment. */
export function listComments(file: SourceFile): Wording[] {
  const found = new Map<number, Wording>();
  const [seen, starts, ends] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let previous: { line: number; wording: Wording } | undefined;
  const add = (range: ts.CommentRange): void => {
    if (seen.has(range.pos)) return;
    seen.add(range.pos);
    const text = commentText(file.text.slice(range.pos, range.end));
    if (isDirective(text)) return;
    const line = file.tree.getLineAndCharacterOfPosition(range.pos).line + 1;
    const isLine = range.kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (isLine && previous !== undefined && previous.line === line - 1) {
      const joined = { ...previous.wording, text: `${previous.wording.text} ${text}` };
      found.set(joined.line, joined);
      previous = { line, wording: joined };
      return;
    }
    const wording: Wording = { kind: 'comment', path: file.path, line, text };
    found.set(line, wording);
    previous = isLine ? { line, wording } : undefined;
  };
  // Most nodes begin or end where another one does.
  for (const node of listNodes(file.tree)) {
    const [start, end] = [node.getFullStart(), node.getEnd()];
    if (!starts.has(start))
      for (const range of ts.getLeadingCommentRanges(file.text, start) ?? []) add(range);
    if (!ends.has(end)) for (const range of ts.getTrailingCommentRanges(file.text, end) ?? []) add(range);
    starts.add(start);
    ends.add(end);
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

type NamedWording = Wording & { readonly isFunction: boolean };

/** Returns the names that a file exports. */
export function listExportedNames(file: SourceFile): NamedWording[] {
  const toWording = (name: ts.Node, isFunction: boolean): NamedWording => ({
    kind: 'name',
    path: file.path,
    line: file.tree.getLineAndCharacterOfPosition(name.getStart(file.tree)).line + 1,
    text: name.getText(file.tree),
    isFunction,
  });
  return file.tree.statements.flatMap((statement) => {
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations
        .filter(({ name }) => ts.isIdentifier(name))
        .map(({ name, initializer }) =>
          toWording(
            name,
            initializer !== undefined &&
              (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
          ),
        );
    }
    if (
      (ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement)) &&
      statement.name !== undefined
    ) {
      return [toWording(statement.name, ts.isFunctionDeclaration(statement))];
    }
    return [];
  });
}

/** Attributes whose value a person reads or hears. */
const shownAttributes =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|label|placeholder|description|hint|heading|help|summary|caption|emptyText|prefix|suffix)$/;

/** Names of keys, as browsers report them and keyboards show them, and names of HTTP schemes. */
const codes = /^(Enter|Escape|Home|End|Ctrl K|Bearer( \$\{\w+\})?)$/;

const isProse = (text: string): boolean => /[A-Za-z]{2}/.test(text);

/**
 * Returns the user-visible texts that a component or page writes itself: text in JSX, text in attributes that
 * are shown, and literals that read as a sentence or a title.
 */
export function listLiteralTexts(file: SourceFile): Wording[] {
  const found: Wording[] = [];
  const add = (node: ts.Node, text: string): void => {
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1;
    found.push({ kind: 'message', path: file.path, line, text: text.replaceAll(/\s+/g, ' ').trim() });
  };
  for (const node of listNodes(file.tree)) {
    if (ts.isJsxText(node)) {
      if (isProse(node.text)) add(node, node.text);
      continue;
    }
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) continue;
    const { parent } = node;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
      continue;
    // A compared literal is a code, such as the name of a key.
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken)
      continue;
    if (codes.test(node.getText(file.tree).slice(1, -1))) continue;
    const text = ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
      : node.text;
    if (ts.isJsxAttribute(parent)) {
      if (shownAttributes.test(parent.name.getText(file.tree)) && isProse(text)) add(node, text);
      continue;
    }
    if (
      /^\p{Lu}[\p{Ll}’']+(?:[ .,:;?!…–—-]|$)/u.test(text) ||
      (/^(?:\{\} )?[a-z]+ [a-z]+ [a-z]+/.test(text) && /[.!?]$/.test(text))
    )
      add(node, text);
  }
  return found;
}

/** Returns every message of a file of the catalogue. Keys, imports and quoted command lines are no messages. */
export function listMessages(file: SourceFile): Wording[] {
  const found: Wording[] = [];
  for (const node of listNodes(file.tree)) {
    if (!ts.isStringLiteralLike(node) || ts.isImportDeclaration(node.parent)) continue;
    if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) continue;
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1;
    found.push({ kind: 'message', path: file.path, line, text: node.text });
  }
  return found;
}

const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$|\/testing\//.test(path);

export const isScreen = (path: string): boolean =>
  /^(app|components|lib\/messages)\//.test(path) && !isTestFile(path);

/** Texts for logs, for engineers and for the database, which are no part of the catalogue. */
function isForEngineers(node: ts.Node, file: SourceFile): boolean {
  for (let at = node.parent; at !== undefined && !ts.isStatement(at); at = at.parent) {
    const called =
      ts.isNewExpression(at) || ts.isCallExpression(at)
        ? at.expression.getText(file.tree)
        : ts.isTaggedTemplateExpression(at)
          ? at.tag.getText(file.tree)
          : '';
    if (/(^|\.)(\w*Error|log|logger|info|warn|error|debug|query|sql|describe|meta)$/.test(called))
      return true;
  }
  return false;
}

/** Calls that print a text, and errors whose message is printed as the only line. */
const printing =
  /^(console\.\w+|process\.std(out|err)\.write|(\w+\.)*(say|progress|onGivenUp)|StartFailure|WrongUsage)$/;

/** Three words or more in lower case: the rest of a printed sentence. */
const phrase = /^[a-z]+[,:]?(?: [a-z]+[,:;]?){2,}/;

/** Returns the call, or creation of an error, whose argument contains a node. */
function findCall(node: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  for (let at = node.parent; at !== undefined && !ts.isStatement(at); at = at.parent)
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) return at;
  return undefined;
}

/**
 * Returns the texts that a program prints without the catalogue: every literal with a word in a printing call, and
 * sentences and phrases elsewhere, outside errors for engineers and log lines. Codes such as JSON keys are no texts.
 */
function listPrintedTexts(file: SourceFile): Wording[] {
  const found = new Map<number, Wording>();
  const add = (node: ts.Node, text: string): void => {
    const line = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1;
    found.set(line, { kind: 'message', path: file.path, line, text });
  };
  for (const node of listNodes(file.tree)) {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) continue;
    if (ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)) continue;
    const text = ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
      : node.text;
    const isCompared =
      ts.isBinaryExpression(node.parent) && /^(===|!==)$/.test(node.parent.operatorToken.getText(file.tree));
    const call = findCall(node);
    const isPrinted = call !== undefined && printing.test(call.expression.getText(file.tree));
    if (isPrinted) {
      if (!isCompared && isProse(text)) add(node, text);
    } else if (phrase.test(text) && !isForEngineers(node, file)) add(node, text);
  }
  for (const wording of listLiteralTexts(file))
    if (!found.has(wording.line)) found.set(wording.line, wording);
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/**
 * Returns the user-visible texts that a file writes itself instead of taking them from `lib/messages`. In `lib` these
 * are sentences and labels of two words or more, outside errors for engineers and log lines. In programs these are
 * printed texts.
 */
export function listTextsOutsideCatalogue(file: SourceFile): Wording[] {
  if (isTestFile(file.path) || /^lib\/(messages|service\/contract)\//.test(file.path)) return [];
  if (isScreen(file.path)) return listLiteralTexts(file);
  if (/^(scripts\/|tools\/first-data\/first-data\.ts$)/.test(file.path)) return listPrintedTexts(file);
  if (!file.path.startsWith('lib/')) return [];
  const lines = new Set<number>();
  for (const node of listNodes(file.tree)) {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) continue;
    const text = ts.isTemplateExpression(node) ? node.head.text : node.text;
    if (!/^\p{Lu}[\p{Ll}’']+ \p{L}/u.test(text) || isForEngineers(node, file)) continue;
    lines.add(file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1);
  }
  return listLiteralTexts(file).filter(({ line }) => lines.has(line));
}
