/** How much memory this process takes while something goes on: if it stays the same, the last tenth looks like the first. */
export class MemoryWatch {
  readonly #heaps: number[] = Array.from({ length: 10 }, () => 0);
  readonly #begun = process.memoryUsage();
  #peakHeap = 0;
  #peakResident = 0;

  /** Looks at the memory now. `part` is how much is done, from 0 to 1. */
  look(part: number): void {
    const { heapUsed, rss, external } = process.memoryUsage();
    const used = heapUsed + external;
    const tenth = Math.min(9, Math.max(0, Math.floor(part * 10)));
    this.#heaps[tenth] = Math.max(this.#heaps[tenth] ?? 0, used);
    this.#peakHeap = Math.max(this.#peakHeap, used);
    this.#peakResident = Math.max(this.#peakResident, rss);
  }

  /** Heap and buffers in MB, at the most of the first and of the last tenth, and at their most at all. */
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
