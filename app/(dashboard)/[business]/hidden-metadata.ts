import 'server-only';
import type { Metadata } from 'next';
import type { Permission } from '#lib/access/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { requireHiddenPageAccess } from './hidden-page-access.ts';

/**
 * Returns the title of a page whose existence is hidden from people without the permission. They get the title of an
 * unknown address.
 */
export async function createHiddenMetadata(
  business: string,
  permission: Permission,
  title: string,
): Promise<Metadata> {
  try {
    await requireHiddenPageAccess(business, permission);
    return { title };
  } catch {
    return { title: tPageTitles('notFound') };
  }
}
