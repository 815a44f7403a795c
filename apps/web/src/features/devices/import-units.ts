import {
  type ImportUnit,
  isUnitOf,
  kindsOf,
  type Utility,
  utilities,
  utilityIds,
  utilityOf,
} from '@wattershed/catalogue';
import type { ImportMapping } from '@wattershed/contracts';

/** Amounts before flows; of any utility where none is given. */
export function unitsOf(utility: Utility | undefined): ImportUnit[] {
  const asked = utility === undefined ? utilityIds : [utility];
  return [...new Set(asked.flatMap((one) => [...utilities[one].units, ...utilities[one].flowUnits]))];
}

/** The mapping with another unit: what no longer fits it follows. */
export function withUnit(mapping: ImportMapping, unit: ImportUnit): ImportMapping {
  const kinds = kindsOf(unit);
  const kind = kinds.includes(mapping.kind) ? mapping.kind : (kinds[0] ?? mapping.kind);
  const { target } = mapping;
  if (!('newDevice' in target) || isUnitOf(unit, target.newDevice.utility)) return { ...mapping, unit, kind };
  return { ...mapping, unit, kind, target: { newDevice: { ...target.newDevice, utility: utilityOf(unit) } } };
}

/** The mapping with another target: a meter of another utility asks for another unit. */
export function withTarget(
  mapping: ImportMapping,
  target: ImportMapping['target'],
  utility: Utility | undefined,
): ImportMapping {
  const next = { ...mapping, target };
  const fits = utility === undefined || isUnitOf(mapping.unit, utility);
  return fits ? next : withUnit(next, utilities[utility].usualUnit);
}
