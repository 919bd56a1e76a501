/** Prints the promises of a rehearsal, and remembers whether all of them held. */
export type Report = {
  /** Prints a line about a promise. */
  readonly promise: (text: string, isMet: boolean, figure?: string) => void;
  /** Prints a figure without a goal. */
  readonly note: (text: string) => void;
  readonly isKept: () => boolean;
};

export function createReport(rehearsal: string): Report {
  let broken = 0;
  const print = (state: string, text: string) => console.log(`${rehearsal}  ${state.padEnd(6)} ${text}`);
  return {
    promise: (text, isMet, figure) => {
      if (!isMet) broken += 1;
      print(isMet ? 'kept' : 'BROKEN', figure === undefined ? text : `${text}: ${figure}`);
    },
    note: (text) => print('', text),
    isKept: () => broken === 0,
  };
}
