/** Arguments of Node that start the running test file once more, in a process of its own: compiled, if it is now. */
export const OWN_FILE: readonly string[] = [...process.execArgv, process.argv[1] ?? ''];
