'use client';

import { hashView } from '#components/query/hash-view.ts';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import type { CaseView } from '#lib/reviews/cases/schema/case.ts';
import { useCaseView } from './use-case-view.ts';

/** The parts of a case that the browser shows itself, and the time of the read. */
const browserParts: ReadonlySet<string> = new Set(['now', 'events', 'notes', 'checks', 'files', 'packs']);

/**
 * Reads the case on live events, and renders its page again on the server when it has changed. The view of the person is
 * audited once in five minutes.
 */
export function CaseRefresh({ rendered }: { rendered: CaseView }) {
  const { view } = useCaseView(rendered.businessId, rendered.caseId);
  useFreshPage(hashView(view, browserParts), hashView(rendered, browserParts));
  return null;
}
