import { configureGlobal } from 'fast-check';

// Looking for the smallest counterexample of a slow property would outlast its test, which would then be told as too slow: it ends
// before, and names what it has. A full run tries more cases, and takes its time.
if (process.env['TEST_FULL'] !== '1')
  configureGlobal({ interruptAfterTimeLimit: 180_000, markInterruptAsFailure: true });
