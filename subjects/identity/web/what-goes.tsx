import type { EndAccountBody, EndingFacts } from '../contract/account.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Field } from '#shell/ui/field.tsx';
import { Select } from '#shell/ui/select.tsx';

type Heirs = EndAccountBody['heirs'];
type OwnHousehold = EndingFacts['households'][number];

export interface WhatGoesProps {
  facts: EndingFacts;
  date: string;
  heirs: Heirs;
  onHeirs: (heirs: Heirs) => void;
}

/** Says what is deleted, and lets an owner hand a household over instead. */
export function WhatGoes({ facts, date, heirs, onHeirs }: WhatGoesProps) {
  const { t } = useTranslation('account');
  const describe = useDescription(heirs);
  const shared = facts.households.filter(({ members }) => members.length > 0);
  return (
    <div className="space-y-4">
      <p>{t('ending.goes', { date })}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('ending.you')}</li>
        {facts.households.map((household) => (
          <li key={household.id}>{describe(household)}</li>
        ))}
      </ul>
      {shared.map((household) => (
        <HeirField
          key={household.id}
          household={household}
          heir={heirs[household.id] ?? ''}
          onHeir={(heir) => onHeirs(withHeir(heirs, household.id, heir))}
        />
      ))}
      <p className="text-small text-ink-soft">{t('ending.posts')}</p>
    </div>
  );
}

function HeirField({
  household,
  heir,
  onHeir,
}: {
  household: OwnHousehold;
  heir: string;
  onHeir: (heir: string) => void;
}) {
  const { t } = useTranslation('account');
  const nameOf = useMemberName();
  const options = [
    { value: '', label: t('ending.nobody') },
    ...household.members.map((member) => ({ value: member.id, label: nameOf(household, member.id) })),
  ];
  return (
    <Field label={t('ending.heir', { name: household.name || t('ending.unnamed') })}>
      {(control) => (
        <Select {...control} options={options} value={heir} onChange={(event) => onHeir(event.target.value)} />
      )}
    </Field>
  );
}

function useDescription(heirs: Heirs): (household: OwnHousehold) => string {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nameOf = useMemberName();
  return (household) => {
    const { devices, bills, hasReadings } = household;
    const heir = heirs[household.id];
    const parts = [
      devices > 0 && t('ending.devices', { count: devices }),
      hasReadings && t('ending.readings'),
      bills > 0 && t('ending.bills', { count: bills }),
    ].filter((part) => part !== false);
    const content = parts.length > 0 ? format.list(parts) : t('ending.nothing');
    return t('ending.household', {
      name: household.name || t('ending.unnamed'),
      what: heir === undefined ? content : t('ending.heirGoes', { heir: nameOf(household, heir) }),
    });
  };
}

function useMemberName(): (household: OwnHousehold, memberId: string) => string {
  const { t } = useTranslation('account');
  return ({ members }, memberId) => {
    const at = members.findIndex(({ id }) => id === memberId);
    return members[at]?.name || t('ending.member', { number: at + 1 });
  };
}

function withHeir(heirs: Heirs, householdId: string, heir: string): Heirs {
  const { [householdId]: _, ...others } = heirs;
  return heir === '' ? others : { ...others, [householdId]: heir };
}
