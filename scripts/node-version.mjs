import fs from 'node:fs';

// Loaded first (node --import), because an old Node can't parse the other files.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Countinghouse needs Node 20.19 or newer; this is ${process.versions.node}. Install one from nodejs.org and run "npm ci" again.`,
  );
  process.exit(1);
}
if (!fs.existsSync(new URL('../node_modules/zod', import.meta.url))) {
  console.error('The packages are not installed yet: run "npm ci" first.');
  process.exit(1);
}
if (!process.features.typescript) {
  console.error(
    `Countinghouse brings Node 24 with it, but this is ${process.versions.node}: run "npm ci" (with install scripts allowed), then use npm's commands.`,
  );
  process.exit(1);
}
