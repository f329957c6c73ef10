// A measure that is stopped leaves no service or database running.

const SIGNALS = { SIGINT: 130, SIGTERM: 143 };

/** Runs `end` at Ctrl-C or SIGTERM, and then ends this process. @returns a function that takes that back */
export function onSignal(end) {
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const handler = () => end().finally(() => process.exit(code));
    process.once(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const off of handlers) off();
  };
}
