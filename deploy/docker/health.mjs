// The container's health check: 0 where /readyz of this container's service is 200.
const { METRICS_PORT = '9464' } = process.env;
try {
  const { ok } = await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
