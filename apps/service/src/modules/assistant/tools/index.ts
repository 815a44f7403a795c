/** All that may be asked of a household. */
import { moneyTools } from './money-tools.ts';
import type { Tool } from './tool.ts';
import { useTools } from './use-tools.ts';

export const assistantTools: readonly Tool[] = [...useTools, ...moneyTools];
