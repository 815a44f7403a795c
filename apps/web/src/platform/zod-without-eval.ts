import { config } from 'zod';

// A schema tries `eval` when it is made, which the page's content policy forbids and tells: this has to be said before.
config({ jitless: true });
