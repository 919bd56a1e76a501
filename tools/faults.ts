import { readArguments } from '#e2e/faults/arguments.ts';
import { longRun } from '#e2e/faults/long-run.ts';
import { projectFolder } from '#scripts/settings.ts';

/** `npm run faults -- --seed N --minutes M`: the fault harness; exit 1 when an invariant breaks. */
process.chdir(projectFolder);
process.exitCode = (await longRun(readArguments(process.argv.slice(2)))) ? 0 : 1;
