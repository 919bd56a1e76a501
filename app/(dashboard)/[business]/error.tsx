'use client';

/** A page that failed leaves the shell standing. */
export { default } from '../../error.tsx';
