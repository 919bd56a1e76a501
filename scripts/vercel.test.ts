import fs from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jobs } from '#lib/jobs/index.ts';

const settings = z
  .object({ crons: z.array(z.object({ path: z.string() })) })
  .parse(JSON.parse(fs.readFileSync('vercel.json', 'utf8')));

test("Vercel's scheduler calls every job of the worker", () => {
  expect(settings.crons.map(({ path }) => path).sort()).toEqual(
    jobs.map(({ name }) => `/api/cron/${name}`).sort(),
  );
});
