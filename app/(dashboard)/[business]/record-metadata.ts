import 'server-only';
import type { Metadata } from 'next';
import { replaceInvisible } from '#components/ui/invisible-characters.ts';
import { tPageTitles } from '#lib/messages/shell.ts';

/** Longest reference in a tab's title, in characters. */
const maxLength = 80;

/**
 * Returns the metadata of a record's page: its reference, then the plain title. A record that is missing or hidden
 * from the person has the title of an unknown address. `reading` is the page's own cached read, whose error the page reports.
 */
export async function createRecordMetadata<View>(
  page: string,
  reading: Promise<View>,
  findReference: (view: View) => string | null | undefined,
): Promise<Metadata> {
  try {
    const reference = findReference(await reading);
    if (!reference) return { title: page };
    return {
      title: tPageTitles('record', { reference: replaceInvisible(reference).slice(0, maxLength), page }),
    };
  } catch {
    return { title: tPageTitles('notFound') };
  }
}
