/** How the palette's window looks: the same while its code is fetched as after. */
export const paletteLook = {
  scrim: 'fixed inset-0 z-50 flex animate-appear items-start justify-center bg-scrim p-3 sm:p-6 sm:pt-[12vh]',
  window: 'w-full max-w-form animate-rise rounded-lg border border-line bg-raised shadow-float outline-none',
  line: 'flex items-center gap-2.5 px-4',
  box: 'h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-faint [&::-webkit-search-cancel-button]:hidden',
  placeholder: 'ID, reference, address, transaction, page',
} as const;
