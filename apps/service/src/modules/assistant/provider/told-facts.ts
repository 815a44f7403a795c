/** What a tool found, as a provider's model or another assistant reads it. */
import { ToolRefusal } from '../tools/tool.ts';
import { quoted } from './quoted.ts';

/** An answer of the FAQ may be that long. */
const longestText = 2000;
const longestFacts = 24_000;

export const tooMuch =
  'That is more than can be read at once. Ask for less: fewer days, one room, or without the devices.';

/** Throws `ToolRefusal` where it is too much. */
export const toldFacts = (facts: Readonly<Record<string, unknown>>): string => {
  const text = quoted(facts, longestText);
  if (text.length > longestFacts) throw new ToolRefusal(tooMuch);
  return text;
};

/** A refusal can name rooms and devices, so it is data too. */
export const toldRefusal = ({ message }: ToolRefusal): string => quoted({ refused: message }, longestText);
