import 'server-only';

/** Sending and reports of a test of one LISTEN connection. */
export type ListenProbeOptions = {
  /** Sends a test notification on another connection. */
  readonly send: () => Promise<void>;
  /** Called once when a sent test wasn't received until the next check. */
  readonly onDeaf: () => void;
  /** Called at each check while nothing is received, so earlier changes may be lost. */
  readonly onMissed: () => void;
  /** Called once when something is received again. */
  readonly onHearing: () => void;
};

/**
 * Finds a LISTEN connection that receives nothing, as through a transaction pooler. Any notification counts as
 * received. A test that can't be sent proves nothing.
 */
export class ListenProbe {
  readonly #options: ListenProbeOptions;
  #isSending = false;
  #isAwaiting = false;
  #isDeaf = false;
  #hasHeard = false;

  constructor(options: ListenProbeOptions) {
    this.#options = options;
  }

  /** Records a received notification. */
  hear(): void {
    this.#hasHeard = true;
    this.#isAwaiting = false;
    if (!this.#isDeaf) return;
    this.#isDeaf = false;
    this.#options.onHearing();
  }

  /** Evaluates the last test and sends the next one, if nothing was received since the last check. */
  async check(): Promise<void> {
    if (this.#isAwaiting && !this.#isSending) this.#reportSilence();
    const isProved = this.#hasHeard;
    this.#hasHeard = false;
    if (isProved || this.#isSending) return;
    this.#isSending = true;
    // The notification may arrive before the answer to the statement.
    this.#isAwaiting = true;
    try {
      await this.#options.send();
    } catch {
      this.#isAwaiting = false;
    } finally {
      this.#isSending = false;
    }
  }

  #reportSilence(): void {
    if (!this.#isDeaf) this.#options.onDeaf();
    this.#isDeaf = true;
    this.#options.onMissed();
  }
}
