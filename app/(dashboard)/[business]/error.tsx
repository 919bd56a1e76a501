'use client';

/** A page of a business failed. The shell stays. */
export { ErrorNotice as default } from '#components/shell/error-notice.tsx';
