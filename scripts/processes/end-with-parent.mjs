// Loaded into every part that `npm start` runs: when the start script is killed outright, the parts follow it.
// Processes that a part starts itself inherit this file; it is not meant for them.
if (process.channel && process.env.SUPERVISOR === String(process.ppid)) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
