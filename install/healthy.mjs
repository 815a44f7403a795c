// Whether the service on this machine lives, for whoever looks after it: ends with 0, or with 1.
const url = `http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`;
const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
