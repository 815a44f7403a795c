/** The tools about use, devices and notices. */

import { z } from 'zod';
import { canBeSwitched, maySwitch } from '../home.ts';
import { deviceLink } from '../links.ts';
import { usageTexts } from '../replies/phrases.ts';
import { alertsTool } from './alerts.ts';
import { findDevice } from './asked.ts';
import { compareTool } from './compare.ts';
import { devicesTool } from './devices.ts';
import { nowTool } from './now.ts';
import { tipsTool } from './tips.ts';
import { createTool, type Tool, ToolRefusal } from './tool.ts';
import { usageTool } from './usage.ts';

/** Proposes to switch a device; the person presses, or nothing happens. */

const args = {
  device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
  on: z.boolean().describe('true: switch it on; false: off.'),
};

const switchDeviceTool = createTool({
  name: 'switch_device',
  tool: 'switch',
  description:
    'Proposes to switch a device on or off. It does not switch: the person is shown a button, and only their press does it. Only for what the person asked in their own words.',
  args,
  acts: true,
  run: async ({ home, language }, { device: name, on }) => {
    const id = findDevice(home, name);
    const device = home.devices.find((one) => one.id === id);
    if (device === undefined) throw new ToolRefusal('That device is no longer there.');
    if (!maySwitch(home, device.room)) throw new ToolRefusal('This person may not switch devices in that room.');
    if (!canBeSwitched(device)) throw new ToolRefusal(`It measures ${device.utility} and takes no commands.`);
    if (device.isActive === on)
      throw new ToolRefusal(`It is ${device.commands ? '' : 'noted as '}${on ? 'on' : 'off'} already.`);
    return {
      facts: {
        device: device.name,
        proposed: on ? 'on' : 'off',
        done: false,
        next: 'The person is shown a button. Nothing has happened until they press it.',
        ...(!device.commands && { note: 'No hardware takes commands for it: its state is only noted.' }),
      },
      result: {
        tool: 'switch',
        title: usageTexts(language)('title-device-of', { name: device.name }),
        link: deviceLink(id),
      },
      proposes: { device: id, on },
    };
  },
});

export const useTools: readonly Tool[] = [
  usageTool,
  compareTool,
  nowTool,
  devicesTool,
  switchDeviceTool,
  alertsTool,
  tipsTool,
];
