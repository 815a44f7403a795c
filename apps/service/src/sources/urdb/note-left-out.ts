/** Names what a record holds and the plan does not: whatever is neither read, nor a description, nor the unit of another field. */
import { type Fields, isFields } from './pick-record.ts';
import { recordForm } from './record-form.ts';
import type { UrdbNotes } from './urdb-answer.ts';

export const energyLabels = ['energytoulabels', 'energytouperiodlabels'];
export const demandLabels = ['demandtoulabels', 'demandlabels', 'demandtouperiodlabels'];

/** Who the rate is of and whom it is for. */
const descriptive = [
  'label utility eia eiaid name uri type country sector approved is_default supercedes startdate enddate description',
  'source sourceparent revisions latest_update servicetype demandunits peakkwcapacitymin peakkwcapacitymax',
  'peakkwcapacityhistory peakkwhusagemin peakkwhusagemax peakkwhusagehistory voltageminimum voltagemaximum',
  'voltagecategory phasewiring',
].flatMap((names) => names.split(' '));
/** They say nothing without the field that they belong to, which is noted. */
const companions = ['coincidentrateunit', 'coincidentrateschedule', 'lookbackmonths', 'lookbackrange'];
const known = new Set([
  ...Object.keys(recordForm.shape),
  ...descriptive,
  ...energyLabels,
  ...demandLabels,
  ...companions,
]);

const tierKeys = new Set(['max', 'rate', 'adj', 'unit']);
const deepest = 6;

/** Empty, no, or nothing but nothings. */
const saysNothing = (value: unknown, depth = 0): boolean => {
  if (value === null || value === undefined || value === 0 || value === false) return true;
  if (typeof value === 'string') return /^\s*(0*[.]?0*|\[\s*\]|null)\s*$/.test(value);
  if (typeof value !== 'object' || depth > deepest) return false;
  return Object.values(value).every((one) => saysNothing(one, depth + 1));
};

/** Each key once: what is sold back has a price in every tier. */
const noteTiers = (field: string, structure: unknown, notes: UrdbNotes): void => {
  const seen = new Set<string>();
  if (!Array.isArray(structure)) return;
  for (const [p, tiers] of structure.entries())
    for (const [t, tier] of (Array.isArray(tiers) ? tiers : []).entries())
      for (const [key, value] of Object.entries(isFields(tier) ? tier : {})) {
        if (tierKeys.has(key) || seen.has(key) || saysNothing(value)) continue;
        seen.add(key);
        notes.leftOut([field, p, t, key], value);
      }
};

export const noteLeftOut = (record: Fields, structures: Fields, notes: UrdbNotes): void => {
  for (const [field, value] of Object.entries(record))
    if (!known.has(field) && !saysNothing(value)) notes.leftOut([field], value);
  for (const field of ['energyratestructure', 'demandratestructure', 'flatdemandstructure'])
    noteTiers(field, structures[field], notes);
  const service = record['servicetype'];
  if (typeof service === 'string' && service.trim() !== '' && !/^\s*bundled\s*$/i.test(service))
    notes.leftOut(['servicetype'], service);
};
