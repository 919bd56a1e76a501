import { pageShape } from '#components/list/page-shape.ts';
import { requestJson } from '#components/query/request-json.ts';
import { labelRecordsAction } from '#lib/annotations/actions.ts';
import type { RecordKind } from '#lib/annotations/model.ts';
import { mostAtOnce } from '#lib/annotations/model.ts';

/** One label on records, or off them. */
export type Labelling = {
  readonly businessId: string;
  readonly kind: RecordKind;
  readonly name: string;
  readonly how: 'add' | 'remove';
};

/** What was changed before it ended, and why it ended too early; null where it did not. */
export type LabellingEnd = {
  readonly changed: readonly string[];
  readonly full: number;
  readonly problem: string | null;
};

const lost = 'The connection was lost. Try again.';
const idOf: Readonly<Record<RecordKind, string>> = {
  payment: 'paymentId',
  deposit: 'depositId',
  withdrawal: 'withdrawalId',
};
const shape = pageShape<Readonly<Record<string, unknown>>>();

/** Changes the records that `pages` gives, a step at a time, and tells how many are behind. What is done stays done. */
async function change(
  labelling: Labelling,
  pages: AsyncIterable<readonly string[]>,
  { tell, stop }: { tell: (done: number) => void; stop: AbortSignal },
): Promise<LabellingEnd> {
  const changed: string[] = [];
  let [full, done] = [0, 0];
  try {
    for await (const recordIds of pages) {
      if (stop.aborted) break;
      if (recordIds.length === 0) continue;
      const result = await labelRecordsAction({ ...labelling, recordIds: [...recordIds] });
      if (!result.ok) {
        const [detail] = Object.values(result.fieldErrors).flat();
        return { changed, full, problem: detail ?? result.message };
      }
      changed.push(...result.data.changed);
      full += result.data.full;
      done += recordIds.length;
      tell(done);
    }
    return { changed, full, problem: null };
  } catch (error) {
    return { changed, full, problem: error instanceof Error && error.message !== '' ? error.message : lost };
  }
}

/** The ids of the rows that a list's address finds, page by page. */
async function* pagesOf(api: string, kind: RecordKind, asked: string): AsyncGenerator<readonly string[]> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ReturnType<typeof shape.parse> = await requestJson(
      `${api}?${asked}${after === '' ? '' : `&after=${after}`}`,
      shape,
    );
    if (page.lostPlace) throw new Error('The list changed meanwhile. Select the rows again.');
    yield page.rows.map((row) => String(row[idOf[kind]]));
    after = page.after;
  }
}

async function* inSteps(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < ids.length; from += mostAtOnce) yield ids.slice(from, from + mostAtOnce);
}

/** Labels the rows that `asked`, an address of the list, finds: as they stand, from the first page to the last. */
export const labelAsked = (
  labelling: Labelling,
  { api, asked }: { api: string; asked: string },
  watch: { tell: (done: number) => void; stop: AbortSignal },
): Promise<LabellingEnd> => change(labelling, pagesOf(api, labelling.kind, asked), watch);

/** Takes back what was done to just these records. */
export const takeBack = (labelling: Labelling, ids: readonly string[]): Promise<LabellingEnd> =>
  change({ ...labelling, how: labelling.how === 'add' ? 'remove' : 'add' }, inSteps(ids), {
    tell: () => undefined,
    stop: new AbortController().signal,
  });
