/** "Turn off the lamp": it is proposed, be it by a person's words or by a model, and nothing happens before the person presses the button. */
import { z } from 'zod';
import type { UtilityWith } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { canBeSwitched, maySwitch } from '../home.ts';
import { deviceLink } from '../links.ts';
import type { Intent } from '../intent.ts';
import { findDevice } from '../tools/tool-arguments.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { deviceText, paragraphs, together, usageTexts } from './phrases.ts';

/** A text tells why each of them cannot be switched. */
type MeasuredOnly = UtilityWith<'isSwitchable', false>;

type SwitchIntent = Extract<Intent, { about: 'switch' }>;

const said = (text: string): OwnAnswer => ({ text, results: [] });

export const replyToSwitch = async (asking: Asking, { device: id, on }: SwitchIntent): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const device = home.devices.find((one) => one.id === id);
  if (device === undefined) return said(t('switch-gone'));
  const name = `[${deviceText(asking, id)}](${deviceLink(id)})`;
  const wanted = on ? 'on' : 'off';
  if (!canBeSwitched(device)) return said(t(`switch-${device.utility as MeasuredOnly}`, { name }));
  if (!maySwitch(home, device.room)) return said(t(home.switchRooms ? 'switch-room' : 'switch-viewer', { name }));
  if (device.isActive === on && device.commands) return said(t(`switch-already-${wanted}`, { name }));
  const noted = device.commands ? null : t('switch-noted');
  if (device.isActive === on) return said(together(t(`device-noted-${wanted}`, { name }), noted));
  return { ...said(paragraphs(t(`switch-ask-${wanted}`, { name }), noted)), proposes: { device: id, on } };
};

const args = {
  device: z.string().min(1).max(120).describe('The name of the device, or its id.'),
  on: z.boolean().describe('true: switch it on; false: off.'),
};

export const switchDeviceTool = createTool({
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
