import compile from 'icu-minify/compile';
import ts from 'typescript';

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * Compiles the messages in the source text of an area (`lib/messages/*.ts`), so that browsers and the web server need
 * no parser of ICU messages. Marks each set of messages as free of side effects, so that the build leaves out those that
 * only the server uses. `next.config.mjs` uses it as a loader. Other programs and tests read the messages as they are
 * written.
 *
 * @throws SyntaxError with the source of a message that is put together from parts. A message must be one string.
 */
export default function compileMessages(source: string): string {
  const file = ts.createSourceFile('messages.ts', source, ts.ScriptTarget.Latest, true);
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
