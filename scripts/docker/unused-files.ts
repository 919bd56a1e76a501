/** Files of packages that no program of the image reads, a tenth of its size. */
export const unusedFiles: readonly string[] = [
  // Next brings an image converter that we do not use (images.unoptimized).
  'node_modules/@img',
  'node_modules/sharp',
  // Node reads them only with --enable-source-maps.
  'node_modules/**/*.map',
  'node_modules/pdfkit/js/*browser*',
  'node_modules/fontkit/dist/browser*',
  'node_modules/dejavu-fonts-ttf/ttf/*',
];

/** The fonts of documents. */
export const usedFonts: readonly string[] = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map(
  (name) => `node_modules/dejavu-fonts-ttf/ttf/${name}`,
);
