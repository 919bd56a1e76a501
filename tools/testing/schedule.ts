/** A task and how it shares the machine. */
export type Task = {
  readonly name: string;
  /** Lanes that it takes: one by default, two if it keeps both cores busy, three if nothing may disturb it. */
  readonly lanes?: 2 | 3;
  /** Earlier tasks that must succeed first, if they run at all. */
  readonly needs?: readonly string[];
};

/** One more than there are cores, because a task that runs alone on both sometimes waits for the disk. */
const allLanes = 3;

/**
 * Runs tasks beside each other, as many as there are lanes for, and the others in their order. Skips tasks that need
 * a failed or skipped one. Returns the names of failed and skipped tasks.
 */
export async function runInParallel<T extends Task>(
  tasks: readonly T[],
  run: (task: T) => Promise<boolean>,
  onSkip: (task: T) => void,
): Promise<readonly string[]> {
  let free = allLanes;
  const waiting = new Set<{ readonly lanes: number; readonly start: () => void }>();
  const startWaiting = () => {
    for (const entry of waiting) {
      if (entry.lanes > free) continue;
      waiting.delete(entry);
      free -= entry.lanes;
      entry.start();
    }
  };
  const outcomes = new Map<string, Promise<boolean>>();
  const runTask = async (task: T): Promise<boolean> => {
    const { needs = [], lanes = 1 } = task;
    const needed = await Promise.all(needs.map((name) => outcomes.get(name) ?? true));
    if (needed.includes(false)) {
      onSkip(task);
      return false;
    }
    await new Promise<void>((start) => {
      waiting.add({ lanes, start });
      startWaiting();
    });
    const isOk = await run(task);
    free += lanes;
    startWaiting();
    return isOk;
  };
  for (const task of tasks) outcomes.set(task.name, runTask(task));
  const results = await Promise.all(
    tasks.map(async ({ name }) => ({ name, isOk: await outcomes.get(name) })),
  );
  return results.filter(({ isOk }) => isOk === false).map(({ name }) => name);
}
