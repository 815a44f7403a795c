/** The tools about money and help. */
import { billTool } from './bill.ts';
import { billChangeTool } from './bill-change.ts';
import { closedBillsTool } from './closed-bills.ts';
import { costsTool } from './costs.ts';
import { faqTool } from './faq.ts';
import { tariffTool } from './tariff.ts';
import type { Tool } from './tool.ts';

export const moneyTools: readonly Tool[] = [billTool, closedBillsTool, billChangeTool, costsTool, tariffTool, faqTool];
