/** Most IDs that one submission adds. */
export const maximumIds = 10_000;
/** Longest client withdrawal ID. */
export const longestId = 200;
/** Largest CSV file in bytes. */
export const largestFile = 2_000_000;

const headings = /^(?:client[ _-]?)?withdrawal[ _-]?(?:id|reference)$/i;
const separators = [';', '\t', ','] as const;

/** Splits a line of CSV. Quoted cells may contain separators and doubled quotes. */
function splitLine(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** A client withdrawal ID with the line of the text on which it stands. */
type ListedId = { readonly id: string; readonly line: number };

/**
 * Reads client withdrawal IDs from lines or from CSV, each once. With a heading, its column counts, else the first one. A text
 * without a heading and with one column keeps its separators, because an ID may contain them.
 */
export function parseWithdrawalIds(text: string): readonly ListedId[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const separator = separators.find((one) => splitLine(first, one).some((cell) => headings.test(cell)));
  const heading = splitLine(first, separator ?? '\0');
  const column = heading.findIndex((cell) => headings.test(cell));
  const guessed = separators.find(
    (one) => first.includes(one) && lines.every((line) => line.trim() === '' || line.includes(one)),
  );
  const used = separator ?? (column === -1 ? guessed : undefined) ?? '\0';
  const found = new Map<string, ListedId>();
  for (const [at, line] of lines.entries()) {
    const id = splitLine(line, used)[Math.max(column, 0)] ?? '';
    if (id === '' || (column !== -1 && line === first) || found.has(id)) continue;
    found.set(id, { id, line: at + 1 });
  }
  return [...found.values()];
}
