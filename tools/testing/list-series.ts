/** Words of PromQL that name no series: operators and their modifiers. */
const words: ReadonlySet<string> = new Set([
  ...[
    'and',
    'or',
    'unless',
    'bool',
    'offset',
    'by',
    'without',
    'on',
    'ignoring',
    'group_left',
    'group_right',
  ],
  ...['inf', 'nan'],
]);

/** Lists the names of the series that a PromQL expression reads. A name before a parenthesis is a function. */
export function listSeries(expression: string): readonly string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !words.has(name.toLowerCase()));
}
