import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Household, TariffRow } from '@wattershed/database';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../platform/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { billingKey } from './billing-queries.ts';
import { exampleText } from './example-text.ts';
import { FactsFields } from './facts-fields.tsx';
import { LibraryChoice } from './library-choice.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { StartField } from './start-field.tsx';
import { submitEntry } from './submit-entry.ts';
import { fetchLibraryText } from './tariff-api.ts';
import { type EntryFaults, type EntryTarget, type TariffEntry, utilitiesOf, type Way } from './tariff-entry.ts';
import { TariffFormActions } from './tariff-form-actions.tsx';
import { goToFault, TextPanel } from './text-panel.tsx';
import { useEntryCheck } from './use-entry-check.ts';
import { volumeUnitOf } from './volume-unit.ts';
import { YearComparison } from './year-comparison.tsx';

export interface TariffFormProps {
  target: EntryTarget;
  tariffs: readonly TariffRow[];
  household: Household;
  fresh: TariffEntry;
  /** What was begun before the dialog was closed. */
  begun: TariffEntry | undefined;
  onChange: (entry: TariffEntry) => void;
  onStartOver: () => void;
  /** Saved, or given up. */
  onDone: () => void;
}

function withoutDay({ prices, facts, text }: EntryFaults): EntryFaults {
  return { ...(prices && { prices }), ...(facts && { facts }), ...(text && { text }) };
}

const ways: readonly Way[] = ['prices', 'library', 'text'];

export function TariffForm({
  target,
  tariffs,
  household,
  fresh,
  begun,
  onChange,
  onStartOver,
  onDone,
}: TariffFormProps) {
  const { t } = useTranslation('billing');
  const { ofThrown } = useFailureWords();
  const queries = useQueryClient();
  const [isBegun] = useState(begun !== undefined);
  const [entry, setEntry] = useState(begun ?? fresh);
  const [faults, setFaults] = useState<EntryFaults>({});
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { tariff } = target;
  const utility = tariff?.utility ?? target.utility;
  const { check, asks, chosen, text, own, sound } = useEntryCheck(entry, tariff, household.id);

  const change = (part: Partial<TariffEntry>) => {
    const next = { ...entry, ...part };
    setEntry(next);
    onChange(next);
  };
  const context = { target, fresh, tariffs, units: household.units, currency: household.currency };
  const save = useMutation({
    mutationFn: () => submitEntry(entry, { ...context, queries, householdId: household.id, text }),
    onSuccess: async (found) => {
      setFaults(found ?? {});
      if (found !== null) return;
      notify(t('form.saved'), t('form.savedText'));
      onDone();
      await queries.invalidateQueries({ queryKey: billingKey });
    },
  });
  const toText = useMutation({
    mutationFn: fetchLibraryText,
    onSuccess: (library) => change({ way: 'text', text: library }),
  });

  // The first field that is wrong gets the focus, a text at the place of its fault.
  useEffect(() => {
    if (faults.text !== undefined && faults.text !== 'empty') goToFault(area.current, faults.text);
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || (entry.way === 'library' && chosen === undefined)) return;
    save.mutate();
  };
  const start = (
    <StartField
      value={entry.validFrom}
      fault={faults.validFrom}
      onChange={(validFrom) => {
        setFaults(withoutDay(faults));
        change({ validFrom });
      }}
    />
  );
  const asked = (
    <>
      <FactsFields asks={asks} facts={entry.facts} faults={faults.facts} onChange={(facts) => change({ facts })} />
      {start}
    </>
  );
  const failure = save.error ?? toText.error ?? own.error;
  return (
    <form ref={form} className="space-y-5" onSubmit={submit} noValidate>
      {isBegun && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-leaf-soft px-3 text-small">
          {t('form.begun')}
          <Button look="quiet" size="small" onClick={onStartOver}>
            {t('form.startOver')}
          </Button>
        </p>
      )}
      <SegmentedControl<Way>
        label={t('form.way')}
        value={entry.way}
        options={ways.map((way) => ({ value: way, label: t(`form.ways.${way}`) }))}
        onChange={(way) => {
          setFaults({});
          save.reset();
          change({ way });
        }}
      />
      {entry.way === 'prices' && (
        <>
          <p className="text-ink-soft">{t('form.text')}</p>
          <PricesPanel
            utilities={utilitiesOf(target)}
            prices={entry.prices}
            faults={faults.prices}
            unit={volumeUnitOf(household.units)}
            currency={tariff?.currency ?? household.currency}
            onChange={(of, field, value) =>
              change({ prices: { ...entry.prices, [of]: { ...entry.prices[of], [field]: value } } })
            }
          />
          {start}
        </>
      )}
      {entry.way === 'library' && chosen === undefined && (
        <LibraryPanel
          utility={utility}
          household={household}
          search={search}
          onChoose={({ id }) => change({ libraryId: id })}
        />
      )}
      {entry.way === 'library' && chosen !== undefined && (
        <LibraryChoice
          key={chosen.id}
          tariff={chosen}
          currency={household.currency}
          check={check}
          onBack={() => {
            setFaults({});
            change({ libraryId: null });
          }}
        >
          {asked}
        </LibraryChoice>
      )}
      {entry.way === 'text' && own.isLoading && <Skeleton className="h-72" />}
      {entry.way === 'text' && !own.isLoading && (
        <TextPanel
          text={text}
          currency={household.currency}
          fault={faults.text}
          check={check}
          area={area}
          onChange={(next) => change({ text: next })}
          onExample={() => {
            change({ text: exampleText(utility ?? 'electricity', household.currency, t('text.exampleName')) });
            area.current?.focus();
          }}
        >
          {asked}
        </TextPanel>
      )}
      {entry.way !== 'prices' && sound !== undefined && <YearComparison householdId={household.id} given={sound} />}
      {failure !== null && (
        <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
          {ofThrown(failure)}
        </p>
      )}
      <TariffFormActions
        way={entry.way}
        isNew={tariff === undefined}
        isChosen={chosen !== undefined}
        isSaving={save.isPending}
        isFetchingText={toText.isPending}
        onCancel={onDone}
        onText={() => chosen && toText.mutate(chosen.id)}
      />
    </form>
  );
}
