import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** One source file. It is parsed when a rule first needs its tree, and once for all rules. */
export type SourceFile = {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
};

const folders = ['app', 'architecture', 'components', 'e2e', 'lib', 'prisma', 'sandbox', 'scripts', 'tools'];

export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  let tree: ts.SourceFile | undefined;
  return {
    path,
    text,
    get tree() {
      tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
      return tree;
    },
  };
}

let sources: readonly SourceFile[] | undefined;

/** Reads every TypeScript file of the repository that is not generated, once for all tests of a process. */
export function readSources(): readonly SourceFile[] {
  const patterns = ['*.ts', ...folders.map((folder) => `${folder}/**/*.{ts,tsx}`)];
  sources ??= globSync(patterns, { exclude: ['prisma/generated/**', 'next-env.d.ts'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => parseSource(path, readFileSync(path, 'utf8')));
  return sources;
}

const nodesKnown = new WeakMap<ts.Node, readonly ts.Node[]>();

/** Lists every node of the file, parents first. The result is cached, because many rules use it. */
export function listNodes(root: ts.Node): readonly ts.Node[] {
  const known = nodesKnown.get(root);
  if (known !== undefined) return known;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  nodesKnown.set(root, nodes);
  return nodes;
}

/** Returns the called name: `parse` in both `parse(x)` and `a.parse(x)`. */
export function calledName(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  if (ts.isIdentifier(node.expression)) return node.expression.text;
  if (ts.isPropertyAccessExpression(node.expression)) return node.expression.name.text;
  return undefined;
}
