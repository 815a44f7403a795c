// As tables-worker-source.mjs: the TypeScript loader first, then the thread's program.
import { register } from 'tsx/esm/api';

register();
await import('./hash-worker.ts');
