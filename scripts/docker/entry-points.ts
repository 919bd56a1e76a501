/** Programs of every image. Each is started by its path, so nothing else finds what it imports. */
export const entryPoints: readonly string[] = [
  'scripts/web.ts',
  'scripts/worker.ts',
  'scripts/intake.ts',
  'scripts/migrate.ts',
  'tools/first-data/first-data.ts',
  'scripts/callback-url.ts',
  'scripts/audit-key.ts',
  'scripts/audit-restored.ts',
  'scripts/audit-verify.ts',
  'scripts/pack-verify.ts',
  'scripts/backup.ts',
  'scripts/doctor.ts',
  'scripts/person.ts',
  'scripts/replay.ts',
  'scripts/restore.ts',
  'scripts/setup.ts',
  'scripts/docker/health-check.ts',
];

/** Files that only the image `demo` has beside these. Programs load them only with the sandbox. */
export const demoEntryPoints: readonly string[] = ['sandbox/main.ts', 'tools/first-data/demo.ts'];
