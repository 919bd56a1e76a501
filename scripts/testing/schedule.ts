/** What is known of a task before it runs. */
export type Task = {
  readonly name: string;
  /** How many of two cores it keeps busy. Default: one. */
  readonly cores?: 2;
  /** Tasks without which it makes no sense. They come first, where they run at all. */
  readonly needs?: readonly string[];
};

/**
 * Runs the tasks in their order, two beside each other where neither keeps both cores busy. A task begins once what it
 * needs is done; where that failed, it is left out and has failed too. Answers the names of what failed.
 */
export async function runInLanes<T extends Task>(
  tasks: readonly T[],
  run: (task: T) => Promise<boolean>,
  leaveOut: (task: T) => void,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  const waiting = [...tasks];
  const running = new Map<T, Promise<void>>();
  const busy = () => [...running.keys()].reduce((cores, { cores: more = 1 }) => cores + more, 0);
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
      } else if (!needs.some(isToCome) && busy() + (task.cores ?? 1) <= 2) {
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
