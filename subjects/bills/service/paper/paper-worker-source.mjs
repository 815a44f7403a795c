// A thread does not inherit the TypeScript loader: run from source, this door loads it first. The bundle does not use it.
import { register } from 'tsx/esm/api';

register();
await import('./paper-worker.ts');
