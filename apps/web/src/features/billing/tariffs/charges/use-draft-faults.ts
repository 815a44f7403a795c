import type { PlanTextFault } from '@wattershed/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/household.ts';
import { faultText } from '../fault-words.ts';
import type { FaultAt } from './fault-context.ts';
import { isOfEmptyField, placeOf } from './fault-places.ts';
import { type OwnFault, ownFaults } from './own-faults.ts';
import type { PlanDraft } from './plan-draft.ts';

/** Codes whose words for a text would name its keys. */
const ownWords = [
  'blocks-order',
  'charge-unknown',
  'discount-over-all',
  'no-charge',
  'schedule-unknown',
  'validity-overlap',
] as const;
type OwnWords = (typeof ownWords)[number];

const isOwn = (code: string): code is OwnWords => (ownWords as readonly string[]).includes(code);

const numberPlaces = /\.(amount|rate|rates\.[^.]+|upTo|kW|round|atMost|sharePercent|times|plus|atLeast)$/;

type Translate = TFunction<['billing-charges', 'billing']>;

function wordsFor(fault: PlanTextFault, place: string, t: Translate): string | undefined {
  if (place.endsWith('.of') && fault.code !== 'charge-unknown') return t('faults.of');
  if (isOfEmptyField(fault) && fault.code !== 'no-charge') return t('faults.empty');
  if (isOwn(fault.code)) return t(`faults.${fault.code}`);
  if (fault.code !== 'value-invalid') return undefined;
  // Only a name that is not there keeps a price from being read by it.
  if (place.endsWith('.period') || place.startsWith('times.periods.')) return t('faults.empty');
  return numberPlaces.test(place) ? t('billing:form.notNumber', { example: '0.165' }) : undefined;
}

export interface DraftFaults {
  at: FaultAt;
  /** What has no field to stand at. */
  others: readonly string[];
}

/** The service's faults at the fields that they are about. What is only empty is said once somebody wanted to save. */
export function useDraftFaults(draft: PlanDraft, faults: readonly PlanTextFault[], isTried: boolean): DraftFaults {
  const { t } = useTranslation(['billing-charges', 'billing']);
  const { t: ofText } = useTranslation('billing');
  const format = useFormat();
  const words: Record<OwnFault, string> = {
    namesake: t('faults.namesake'),
    thousands: t('billing:form.thousands'),
    days: t('faults.days'),
  };
  const at = new Map([...ownFaults(draft)].map(([place, fault]) => [place, words[fault]]));
  const others = new Set<string>();
  for (const fault of faults) {
    if (!isTried && isOfEmptyField(fault)) continue;
    const place = placeOf(fault, draft);
    const said = wordsFor(fault, place ?? '', t) ?? faultText(fault, ofText, format);
    if (place === undefined) others.add(said);
    else if (!at.has(place)) at.set(place, said);
  }
  return { at: (place) => at.get(place), others: [...others] };
}
