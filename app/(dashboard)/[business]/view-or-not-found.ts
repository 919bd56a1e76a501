import 'server-only';
import { notFound } from 'next/navigation';
import { Problem } from '#lib/values/errors.ts';

/** Returns the content of a record's page, or shows the "not found" page. */
export async function viewOrNotFound<View>(reading: Promise<View>): Promise<View> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') notFound();
    throw thrown;
  }
}

/** Returns the content of a record, or null if there is none, for pages that don't depend on it. */
export async function viewIfFound<View>(reading: Promise<View>): Promise<View | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'not-found') return null;
    throw thrown;
  }
}
