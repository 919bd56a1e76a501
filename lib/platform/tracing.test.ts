import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flushTraces, traceRequestId, traceSpan } from './tracing.ts';

test('runs work without a tracer', async () => {
  expect(globalThis.countinghouseTracer).toBeUndefined();
  traceRequestId('request-1');
  const result = await traceSpan({ name: 'job made-up', kind: 'internal' }, async (span) => {
    span.add({ 'countinghouse.outcome': 'done' });
    return 1;
  });
  expect(result).toBe(1);
  await flushTraces();
});

test('loads OpenTelemetry in one file, which nothing imports before a collector is set', () => {
  const sources = globSync(['*.ts', '{app,components,lib,sandbox,scripts}/**/*.{ts,tsx}'])
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
  const list = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(list(/from '@opentelemetry\//)).toEqual(['lib/platform/open-tracer.ts']);
  expect(list(/from '[^']*open-tracer\.ts'/)).toEqual([]);
  expect(list(/import\('[^']*open-tracer\.ts'\)/)).toEqual(['lib/platform/start-tracing.ts']);
});
