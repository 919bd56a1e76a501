/** Something the person at the keyboard can mend. Its message is the one line that they get to read. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartFailure';
  }
}

const explanations: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room and start again',
  EDQUOT: 'the disk quota is used up: make room and start again',
  EACCES: 'the right to write there is missing',
  EPERM: 'the right to write there is missing',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file stands where a folder should be',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns an error of the file system into one clear line about `place`; passes other errors on. */
export function fileFailure(place: string, error: unknown): unknown {
  const explanation = explanations[codeOf(error) ?? ''];
  return explanation === undefined
    ? error
    : new StartFailure(`Cannot write ${place}: ${explanation}.`, error);
}

/** Runs a step that writes below `place` and explains a full disk or a missing right. */
export function explainWriteErrors<T>(place: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw fileFailure(place, error);
  }
}
