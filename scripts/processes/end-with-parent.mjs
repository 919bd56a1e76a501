// Loaded into every process that `npm start` runs, so that they end when the start script is killed.
// Their own child processes inherit this file, but it doesn't apply to them.
if (process.channel && process.env.SUPERVISOR === String(process.ppid)) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
