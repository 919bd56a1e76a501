import path from 'node:path';
import compile from 'icu-minify/compile';
import ts from 'typescript';

type Edit = { readonly start: number; readonly end: number; readonly text: string };

const parse = (source: string): ts.SourceFile =>
  ts.createSourceFile('messages.ts', source, ts.ScriptTarget.Latest, true);

/**
 * Compiles the messages in the source text of an area (`lib/messages/*.ts`), so that browsers and the web server need
 * no parser of ICU messages. Marks each set of messages as free of side effects, so that the build leaves out those that
 * only the server uses.
 *
 * @throws SyntaxError with the source of a message that is put together from parts. A message must be one string.
 */
export function compileMessages(source: string): string {
  const file = parse(source);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node))
      throw new SyntaxError(node.getText(file));
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      const { initializer } = node;
      const text = JSON.stringify(compile(initializer.text));
      edits.push({ start: initializer.getStart(file), end: initializer.end, text });
    }
    if (ts.isCallExpression(node)) {
      const start = node.getStart(file);
      edits.push({ start, end: start, text: '/*#__PURE__*/ ' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let compiled = '';
  let done = 0;
  for (const { start, end, text } of edits) {
    compiled += source.slice(done, start) + text;
    done = end;
  }
  return compiled + source.slice(done);
}

/** Returns the name of the set of messages that a statement exports, or undefined if it exports none. */
function findSetName(statement: ts.Statement): string | undefined {
  if (!ts.isVariableStatement(statement)) return undefined;
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExported ? statement.declarationList.declarations[0]?.name.getText() : undefined;
}

/**
 * Loads an area of messages for the bundler (`next.config.mjs`), with a module for each of its sets: `shell.ts?tQuery` has
 * only `tQuery`, and `shell.ts` exports them all. So a page loads only the sets that it uses. Other programs and tests read
 * the messages as they are written.
 */
export default function loadMessages(
  this: { readonly resourcePath: string; readonly resourceQuery: string },
  source: string,
): string {
  const chosen = this.resourceQuery.slice(1);
  const { statements } = parse(source);
  if (chosen === '') {
    const file = path.basename(this.resourcePath);
    const names = statements.flatMap((statement) => findSetName(statement) ?? []);
    return names.map((name) => `export { ${name} } from './${file}?${name}';\n`).join('');
  }
  const isKept = (name: string | undefined) => name === undefined || name === chosen;
  const kept = statements.filter((statement) => isKept(findSetName(statement)));
  return compileMessages(kept.map((statement) => statement.getText()).join('\n'));
}
