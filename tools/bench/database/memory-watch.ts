/** Watches the memory of this process during a task. If memory is constant, the last tenth equals the first. */
export class MemoryWatch {
  readonly #heaps: number[] = Array.from({ length: 10 }, () => 0);
  readonly #begun = process.memoryUsage();
  #peakHeap = 0;
  #peakResident = 0;

  /** Reads the memory now. `part` is the progress, from 0 to 1. */
  look(part: number): void {
    const { heapUsed, rss, external } = process.memoryUsage();
    const used = heapUsed + external;
    const tenth = Math.min(9, Math.max(0, Math.floor(part * 10)));
    this.#heaps[tenth] = Math.max(this.#heaps[tenth] ?? 0, used);
    this.#peakHeap = Math.max(this.#peakHeap, used);
    this.#peakResident = Math.max(this.#peakResident, rss);
  }

  /** Returns heap and buffers in MB: the peak of the first tenth, of the last tenth, and overall. */
  figures() {
    const inMb = (bytes: number) => bytes / 1e6;
    return {
      firstTenthHeapMb: inMb(this.#heaps[0] ?? 0),
      lastTenthHeapMb: inMb(this.#heaps.findLast((heap) => heap > 0) ?? 0),
      peakHeapMb: inMb(this.#peakHeap),
      peakRssMb: inMb(this.#peakResident),
      rssBeforeMb: inMb(this.#begun.rss),
    };
  }
}
