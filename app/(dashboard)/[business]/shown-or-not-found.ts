import 'server-only';
import { notFound } from 'next/navigation';
import { Problem } from '#lib/values/errors.ts';

/** What a record's page shows, or the page that says that there is no such record. */
export async function shownOrNotFound<View>(reading: Promise<View>): Promise<View> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') notFound();
    throw thrown;
  }
}
