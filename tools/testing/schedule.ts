/** What is known of a task before it runs. */
export type Task = {
  readonly name: string;
  /** How many lanes it takes: one by default, two where it keeps both cores busy, all where nothing may disturb it. */
  readonly lanes?: 2 | 3;
  /** Tasks without which it makes no sense. They come first, where they run at all. */
  readonly needs?: readonly string[];
};

/** One more than there are cores: what runs alone on both waits for the disc and for its own parts now and then. */
const allLanes = 3;

/**
 * Runs the tasks in their order, as many beside each other as there are lanes for. A task begins once what it
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
