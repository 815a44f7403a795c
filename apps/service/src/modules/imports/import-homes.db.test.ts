import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ImportMapping } from '@wattershed/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
