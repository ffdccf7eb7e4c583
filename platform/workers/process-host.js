// The program of a worker process: does the tasks that arrive, one after the other, by the module that it is started with.
const loading = import(process.argv[2] ?? '');

process.on('message', async (task) => {
  let answer;
  try {
    const { default: run } = await loading;
    answer = { made: await run(task) };
  } catch (error) {
    answer = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send?.(answer);
});
// A closed terminal and Ctrl-C reach all processes of it: the server stops in order, and its tasks under way are finished.
for (const signal of ['SIGHUP', 'SIGINT']) process.on(signal, () => {});
// The process that started it has ended it, or has ended.
process.on('disconnect', () => process.exit());
