import { tShell } from '#lib/messages/shell.ts';

/** Classes of the palette, shared by its placeholder and its dialog. */
export const paletteStyle = {
  scrim: 'fixed inset-0 z-50 flex animate-appear items-start justify-center bg-scrim p-3 sm:p-6 sm:pt-[12vh]',
  window: 'w-full max-w-form animate-rise rounded-lg border border-line bg-raised shadow-float outline-none',
  line: 'flex items-center gap-2.5 px-4',
  box: 'h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden',
  placeholder: tShell('palette.placeholder'),
} as const;
