/** Limit of cases that one action can change. */
export const maximumCasesAtOnce = 200;

/** Limit of proposals that one action can approve. Each reads its payments from the service first. */
export const maximumApprovalsAtOnce = 50;

/** Durations for snoozing a case. */
export const snoozeHours = [4, 24, 72, 168] as const;

/** Limit of the size of a file, in bytes. */
export const fileLimit = 5 * 1024 * 1024;
/** Limit of the files of a case. The evidence pack contains all of them. */
export const maximumFiles = 30;

/** The figures cover the decisions of this many days. */
export const figureDays = 90;
