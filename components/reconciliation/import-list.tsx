'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { startDownload } from '#components/list/exports/start-download.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { bankImportsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { Time } from '#components/ui/time.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { tReconciliation, tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import { retryImportAction } from '#lib/reconciliation/actions.ts';
import { importLimits } from '#lib/reconciliation/model/choices.ts';
import type { ImportView } from '#lib/reconciliation/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { RemoveImport } from './remove-import.tsx';

type Progress = { readonly imports: readonly ImportView[]; readonly isMatching: boolean };
const importsShape = checkFields<Progress>(withFields('imports', 'isMatching'));

/** Reads again while a file is read or rules are applied, in case live updates are not available. */
const pollMs = 2_000;

const tones: Readonly<Record<ImportView['state'], Tone>> = {
  uploading: 'neutral',
  waiting: 'waiting',
  done: 'good',
  failed: 'bad',
  removed: 'neutral',
};

/** The last imported files with their progress, and the lines that were refused. */
export function ImportList({
  businessId,
  imports: initial,
  isMatching,
  mayMatch,
}: {
  businessId: string;
  imports: readonly ImportView[];
  /** The job applies rules. */
  isMatching: boolean;
  mayMatch: boolean;
}) {
  const router = useRouter();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: bankImportsKey(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/bank-imports`, importsShape, signal),
    initialData: { imports: initial, isMatching },
    refetchInterval: ({ state: { data: last } }) =>
      isMatching || last?.isMatching === true || last?.imports.some((one) => one.state === 'waiting') === true
        ? pollMs
        : false,
  });
  const { imports } = data;
  const read = imports.filter(({ state }) => state === 'done').length;
  const known = initial.filter(({ state }) => state === 'done').length;
  // The page shows the lines of a file that was read since, and what rules have matched.
  const staleAt = read > known || isMatching !== data.isMatching ? dataUpdatedAt : null;
  useEffect(() => {
    if (staleAt !== null) router.refresh();
  }, [staleAt, router]);
  return (
    <Section title={tReconciliation('imports.title')}>
      {imports.length === 0 ? (
        <p className="text-muted text-sm">{tReconciliation('imports.none')}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {imports.map((one) => (
            <li key={one.importId} className="flex flex-col gap-1 py-2">
              <ImportSummary one={one} />
              {one.problems.length > 0 && <ImportProblems businessId={businessId} one={one} />}
              {mayMatch && (one.failure === 'unexpected' || (one.state === 'done' && one.added > 0)) && (
                <div className="flex gap-1.5">
                  {one.failure === 'unexpected' && <RetryImport businessId={businessId} one={one} />}
                  <RemoveImport businessId={businessId} importId={one.importId} fileName={one.fileName} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function RetryImport({ businessId, one: { importId, fileName } }: { businessId: string; one: ImportView }) {
  const { act, isPending } = useAction({ businessId, kind: 'bank', refresh: true });
  return (
    <Button
      size="sm"
      aria-label={tReconciliation('imports.retryNamed', { file: fileName })}
      isPending={isPending}
      onPress={() =>
        void act(() => retryImportAction({ businessId, importId }), {
          failed: tReconciliation('imports.notRetried'),
          done: () => tReconciliation('imports.retried'),
        })
      }
    >
      {tReconciliation('imports.retry')}
    </Button>
  );
}

function ImportSummary({ one }: { one: ImportView }) {
  const { locale } = useLocaleSettings();
  const count = (n: number) => n.toLocaleString(locale);
  const { state, linesRead, linesTotal } = one;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words font-medium">{ExternalText(one.fileName)}</span>
        <Badge tone={tones[state]}>{tReconciliation(`imports.${state}`)}</Badge>
      </div>
      <span className="text-muted text-xs">
        {one.createdBy}, <Time at={toUnixSeconds(one.createdAt)} />
      </span>
      {state === 'waiting' && linesTotal !== null && (
        <span className="text-muted">
          {tReconciliation('imports.progress', { read: count(linesRead), total: count(linesTotal) })}
        </span>
      )}
      {state === 'done' && (
        <span className="text-muted">
          {tReconciliation('imports.summary', {
            added: count(one.added),
            repeated: count(one.repeated),
            skipped: count(one.skipped),
            refused: count(one.refused),
            matched: count(one.matched),
          })}
        </span>
      )}
      {one.failure !== null && (
        <span className="text-bad">{tReconciliationRefusals(`file.${one.failure}`)}</span>
      )}
    </>
  );
}

function ImportProblems({
  businessId,
  one: { importId, problems, refused },
}: {
  businessId: string;
  one: ImportView;
}) {
  const { locale } = useLocaleSettings();
  const count = refused.toLocaleString(locale);
  return (
    <Disclosure title={tReconciliation('imports.problems', { n: refused, count })}>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        {problems.map(({ place, problem, value }) => (
          <li key={`${place} ${problem}`} className="break-words">
            {tReconciliation('imports.place', {
              place: place.toLocaleString(locale),
              problem: tReconciliation(`imports.problem.${problem}`, { value }),
            })}
          </li>
        ))}
      </ul>
      {problems.length < refused && (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <p className="text-muted">
            {tReconciliation('imports.more', { shown: problems.length.toLocaleString(locale), count })}{' '}
            {refused > importLimits.problems &&
              tReconciliation('imports.moreThanFile', {
                count: importLimits.problems.toLocaleString(locale),
              })}
          </p>
          <Button
            size="sm"
            onPress={() => startDownload(`/api/businesses/${businessId}/bank-imports?refused=${importId}`)}
          >
            {tReconciliation('imports.downloadRefused')}
          </Button>
        </div>
      )}
    </Disclosure>
  );
}
