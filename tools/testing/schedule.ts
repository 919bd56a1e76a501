/** A task and its requirements. */
export type Task = {
  readonly name: string;
  /** Number of lanes: one by default, two for a task that keeps both cores busy, all for one that must run alone. */
  readonly lanes?: 2 | 3;
  /** Tasks that must succeed before it, where they are part of the run. */
  readonly needs?: readonly string[];
};

/** One more than the cores, because a task that uses both sometimes waits for the disk or for its own parts. */
const allLanes = 3;

/**
 * Runs the tasks in order, as many concurrently as there are lanes. A task starts when its requirements are done.
 * Where one has failed, the task is skipped and counts as failed. Returns the names of failed tasks.
 */
export async function runInParallel<T extends Task>(
  tasks: readonly T[],
  run: (task: T) => Promise<boolean>,
  leaveOut: (task: T) => void,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  const waiting = [...tasks];
  const running = new Map<T, Promise<void>>();
  const busy = () => [...running.keys()].reduce((taken, { lanes = 1 }) => taken + lanes, 0);
  const isToCome = (name: string) => [...waiting, ...running.keys()].some((task) => task.name === name);
  const take = (task: T) => waiting.splice(waiting.indexOf(task), 1);

  while (waiting.length > 0) {
    const before = waiting.length;
    for (const task of [...waiting]) {
      const needs = task.needs ?? [];
      if (needs.some((name) => failed.has(name))) {
        take(task);
        failed.add(task.name);
        leaveOut(task);
      } else if (!needs.some(isToCome) && busy() + (task.lanes ?? 1) <= allLanes) {
        take(task);
        const ended = run(task).then((isOk) => {
          if (!isOk) failed.add(task.name);
          running.delete(task);
        });
        running.set(task, ended);
      }
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (waiting.length === before) throw new Error('these tasks need each other');
  }
  await Promise.all(running.values());
  return failed;
}
