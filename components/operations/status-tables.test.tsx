import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CheckSection } from '#components/connection/check-section.tsx';
import { instant } from '#lib/values/instant.ts';
import { JobsTable } from './jobs-table.tsx';
import { PartsTable } from './parts-table.tsx';
import { QueuesTable } from './queues-table.tsx';

const readText = (node: ReactNode) =>
  renderToStaticMarkup(node)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const at = instant(Date.parse('2026-11-20T12:00:00Z'));
const run = {
  job: 'rollups',
  hasEnded: true,
  endedAt: at,
  milliseconds: 1_240,
  succeededAt: null,
  failures: 0,
  failure: null,
  requestId: 'request-1',
  isLate: false,
} as const;

test('says how often a job failed, and where to look', () => {
  const text = readText(
    <JobsTable
      jobs={[
        { ...run, failures: 3, failure: 'ECONNREFUSED' },
        { ...run, job: 'exports', isLate: true },
      ]}
    />,
  );
  expect(text).toContain(
    'rollups Failed 3 times in a row ECONNREFUSED. Search the worker’s log for the request ID request-1.',
  );
  expect(text).toContain('1.2 s Never');
  expect(text).toContain('exports Late No run of this job ended in time.');
  expect(readText(<JobsTable jobs={[run]} />)).toContain('rollups Done 1.2 s');
  expect(readText(<JobsTable jobs={[{ ...run, hasEnded: false }]} />)).toContain('rollups Started Never');
  expect(readText(<JobsTable jobs={[]} />)).toContain('No background job has run yet.');
});

test('folds the jobs that ran as planned, and no other', () => {
  const started = { ...run, job: 'statements', hasEnded: false };
  const html = renderToStaticMarkup(
    <JobsTable jobs={[run, { ...run, job: 'exports', isLate: true }, started]} />,
  );
  const [shown, folded] = html.split('<details');
  expect(shown).toContain('exports');
  expect(shown).toContain('statements');
  expect(shown).not.toContain('rollups');
  expect(folded).toContain('Ran as planned');
  expect(folded).toContain('rollups');
});

test('folds the checks that passed, where they fold', () => {
  const check = { key: 'disk', label: 'Disk', message: 'Enough.', at: null } as const;
  const checks = [
    { ...check, state: 'good' },
    { ...check, key: 'clock', label: 'Clock', state: 'attention' },
  ] as const;
  const html = renderToStaticMarkup(<CheckSection title="Checks" checks={checks} mayManage folds />);
  const [shown, folded] = html.split('<details');
  expect([shown?.includes('Clock'), shown?.includes('Disk')]).toEqual([true, false]);
  expect(folded).toContain('Disk');
  const whole = renderToStaticMarkup(<CheckSection title="Checks" checks={checks} mayManage />);
  expect(whole).not.toContain('<details');
});

test('says which part doesn’t run, and what to do', () => {
  const part = {
    instanceId: 'a',
    host: 'host-1',
    version: '0.1.0',
    startedAt: at,
    seenAt: at,
    silentSeconds: 9,
  };
  const text = readText(
    <PartsTable
      parts={[
        { ...part, part: 'web', isSilent: false },
        { ...part, part: 'worker', isSilent: true },
      ]}
    />,
  );
  expect(text).toContain('Web app Running 0.1.0 host-1');
  expect(text).toContain('Background worker Not running Start this part.');
  expect(readText(<PartsTable parts={[]} />)).toContain(
    'No running part of this installation has reported its version yet.',
  );
});

test('shows how much waits, and nothing of queues that were left out', () => {
  const text = readText(
    <QueuesTable
      queues={[
        { key: 'exports', depth: 2, more: false, oldestAt: at },
        { key: 'payments-due', depth: 1_000, more: true, oldestAt: null },
      ]}
    />,
  );
  expect(text).toContain('Export files to create 2');
  expect(text).toContain('Payments to refresh 1000+ —');
  expect(text).not.toContain('review');
});
