/** What listening to a P1 port needs of its source. */
import { p1Dialect, splitTelegrams } from '../sources/dsmr/index.ts';

export const openP1Parts = () => ({ dialect: p1Dialect, createSplitter: splitTelegrams });
