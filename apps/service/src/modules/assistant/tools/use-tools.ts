/** The tools about use, devices and notices. */
import { alertsTool } from './alerts.ts';
import { compareTool } from './compare.ts';
import { devicesTool } from './devices.ts';
import { nowTool } from './now.ts';
import { switchDeviceTool } from './switch-device.ts';
import { tipsTool } from './tips.ts';
import type { Tool } from './tool.ts';
import { usageTool } from './usage.ts';

export const useTools: readonly Tool[] = [
  usageTool,
  compareTool,
  nowTool,
  devicesTool,
  switchDeviceTool,
  alertsTool,
  tipsTool,
];
