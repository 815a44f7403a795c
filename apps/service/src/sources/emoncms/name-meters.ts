/** Which meter an input means, and what it counts in: the household's meter of that key says so. */
import { counterUnitOf, meterKeyOf, toBaseUnits } from '@wattershed/domain';
import type { NodeInput } from './read-inputs.ts';

export interface NamedInput {
  readonly meter: string;
  readonly at: number;
  /** Wh or mL since the counter's beginning. */
  readonly value: number;
}

/** An input `e1` of node `emontx` is the meter `emontx-e1`, or `e1`; with a unit at its end (`total_kwh`) in that unit, else in Wh or mL. Others are passed over. */
export const nameMeters = (inputs: readonly NodeInput[], isMeter: (key: string) => boolean): NamedInput[] =>
  inputs.flatMap(({ node, name, at, value }) => {
    const meter = [meterKeyOf(`${node}-${name}`), meterKeyOf(name)].find(isMeter);
    if (meter === undefined) return [];
    const unit = counterUnitOf(name.split('_').at(-1) ?? '');
    return [{ meter, at, value: unit === null ? value : toBaseUnits(value, unit) }];
  });
