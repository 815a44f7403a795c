import type { ImportKind, ImportUnit, Utility } from '@wattershed/catalogue';
import type { ImportMapping } from '@wattershed/contracts';

const amounts = ['interval', 'counter'] as const;

/** What each unit measures and may mean; the contracts hold the same table with its checks, which the browser need not load. */
export const unitMeanings = {
  Wh: { utility: 'electricity', kinds: amounts },
  kWh: { utility: 'electricity', kinds: amounts },
  MWh: { utility: 'electricity', kinds: amounts },
  W: { utility: 'electricity', kinds: ['mean'] },
  kW: { utility: 'electricity', kinds: ['mean'] },
  mL: { utility: 'water', kinds: amounts },
  L: { utility: 'water', kinds: amounts },
  m3: { utility: 'water', kinds: amounts },
  gal: { utility: 'water', kinds: amounts },
  ft3: { utility: 'water', kinds: amounts },
  'L/min': { utility: 'water', kinds: ['mean'] },
  'm3/h': { utility: 'water', kinds: ['mean'] },
} as const satisfies Record<ImportUnit, { utility: Utility; kinds: readonly ImportKind[] }>;

const written: Partial<Record<ImportUnit, string>> = { m3: 'm³', ft3: 'ft³', 'm3/h': 'm³/h' };

export function unitName(unit: ImportUnit): string {
  return written[unit] ?? unit;
}

export function unitsOf(utility: Utility | undefined): ImportUnit[] {
  const all = Object.keys(unitMeanings) as ImportUnit[];
  return utility === undefined ? all : all.filter((unit) => unitMeanings[unit].utility === utility);
}

export function kindsOf(unit: ImportUnit): readonly ImportKind[] {
  return unitMeanings[unit].kinds;
}

/** The mapping with another unit: what no longer fits it follows. */
export function withUnit(mapping: ImportMapping, unit: ImportUnit): ImportMapping {
  const { utility } = unitMeanings[unit];
  const kind = kindsOf(unit).includes(mapping.kind) ? mapping.kind : (kindsOf(unit)[0] ?? mapping.kind);
  const { target } = mapping;
  return {
    ...mapping,
    unit,
    kind,
    target: 'newDevice' in target ? { newDevice: { ...target.newDevice, utility } } : target,
  };
}

/** The mapping with another target: a meter of the other utility asks for another unit. */
export function withTarget(
  mapping: ImportMapping,
  target: ImportMapping['target'],
  utility: Utility | undefined,
): ImportMapping {
  const next = { ...mapping, target };
  if (utility === undefined || unitMeanings[mapping.unit].utility === utility) return next;
  return withUnit(next, utility === 'electricity' ? 'kWh' : 'L');
}
