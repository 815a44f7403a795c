/** Every service that is asked for what a household would else export by hand. */
import { openMeteo } from './open-meteo.ts';
import type { Pull } from './pull.ts';

export const pulls: readonly Pull[] = [openMeteo];
