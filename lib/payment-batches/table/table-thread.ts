import 'server-only';
import { parentPort } from 'node:worker_threads';
import { Problem } from '#lib/values/errors.ts';
import type { Table } from './read-table.ts';
import { openTable } from './read-table.ts';
import type { TableRow } from './read-workbook.ts';
import type { TableReply, TableRequest } from './table-messages.ts';

/**
 * The thread that reads one uploaded file. It answers each message with a part of the file, so that no more than a part
 * waits for the main thread.
 */

/** Size of a part: rows, and characters of their values. */
const [partRows, partCharacters] = [500, 500_000];

const countCharacters = ({ cells }: TableRow): number =>
  cells.reduce((sum, { text }) => sum + text.length, 0);

async function takePart(rows: Table['rows']): Promise<{ part: readonly TableRow[]; isLast: boolean }> {
  const part: TableRow[] = [];
  let characters = 0;
  while (part.length < partRows && characters < partCharacters) {
    const next = await rows.next();
    if (next.done) return { part, isLast: true };
    part.push(next.value);
    characters += countCharacters(next.value);
  }
  return { part, isLast: false };
}

let table: Table | null = null;

async function answer(request: TableRequest): Promise<TableReply> {
  try {
    if (request.kind === 'open') {
      table = await openTable(request.bytes, request.source, request.choice);
      const { encoding, separator, headers } = table;
      return { kind: 'opened', encoding, separator, headers };
    }
    if (table === null) throw new Error('no file is open');
    const { part, isLast } = await takePart(table.rows);
    return { kind: 'rows', rows: part, notes: isLast ? [...table.notes] : null };
  } catch (failure) {
    if (failure instanceof Problem) return { kind: 'refused', message: failure.message };
    throw failure;
  }
}

parentPort?.on('message', async (request: TableRequest) => parentPort?.postMessage(await answer(request)));
