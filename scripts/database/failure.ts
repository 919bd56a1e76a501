import { tEmbeddedDatabase } from '#lib/messages/commands.ts';

/** A failure that the person who started the program can fix. Its message is the one line that they read. */
export class StartFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartFailure';
  }
}

const explained = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'] as const;

function getCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Turns an error of the file system into one clear line about `place`; passes other errors on. */
export function fileFailure(place: string, error: unknown): unknown {
  const code = getCode(error);
  const known = explained.find((one) => one === code);
  return known === undefined
    ? error
    : new StartFailure(tEmbeddedDatabase(`write.${known}`, { place }), error);
}

/** Runs a step that writes below `place` and explains a full disk or a missing right. */
export function explainWriteErrors<T>(place: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw fileFailure(place, error);
  }
}
