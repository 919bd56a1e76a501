// Loaded into every part that `npm start` runs: when the start script is killed outright, the parts follow it.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
