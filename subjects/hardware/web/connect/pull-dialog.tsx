import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import type { Flow } from '#catalogue/index.ts';
import { useForm } from '#shell/parts/form.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormActions, FormAlert, SelectField, type SelectOption, TextField } from '#shell/ui/field.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { Household, Pull } from '#supabase/tables/index.ts';
import { addPull, type PullKind } from '../../contract/pulls.ts';
import { useMeters } from '../device-queries.ts';
import { PlaceForm } from '../place-form.tsx';

interface PullDialogProps {
  /** With `pull`: it goes on with another key. */
  target: { kind: PullKind; pull?: Pull } | undefined;
  household: Household;
  pulls: readonly Pull[];
  onClose: () => void;
}

/** What a service of others needs to be told before anything is asked of it. */
export function PullDialog({ target, household, pulls, onClose }: PullDialogProps) {
  const { t } = useTranslation(['pulls', 'devices']);
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      closeLabel={t('close', { ns: 'devices' })}
      title={t('dialog.title', { name: target?.kind.label ?? '' })}
      description={target && t(`about.${target.kind.id}`, { defaultValue: '' })}
    >
      {target && <PullSetup key={target.kind.id} {...target} household={household} pulls={pulls} onClose={onClose} />}
    </Dialog>
  );
}

type PullSetupProps = Omit<PullDialogProps, 'target'> & NonNullable<PullDialogProps['target']>;

/** What has to be there first: a place for temperatures, a meter for use. */
function PullSetup({ pulls, ...props }: PullSetupProps) {
  const { t } = useTranslation('pulls');
  const { kind, pull, household } = props;
  const meters = useFreeMeters(kind, pull, pulls);
  if (kind.fills === 'temperatures' && household.latitude === null)
    return <PlaceForm household={household} text={t('dialog.place')} />;
  if (meters === undefined) return <Skeleton className="h-60" />;
  if (kind.fills === 'meter' && meters.length === 0) return <p>{t('dialog.noMeter')}</p>;
  return <PullForm {...props} meters={meters} />;
}

function PullForm({
  kind,
  pull,
  household,
  meters,
  onClose,
}: Omit<PullSetupProps, 'pulls'> & { meters: readonly FreeMeter[] }) {
  const {
    t,
    i18n: { language },
  } = useTranslation(['pulls', 'devices']);
  const queryClient = useQueryClient();
  const flows = kind.flows.filter((flow) => meters.some((one) => one.flow === flow));
  const form = useForm<Record<string, string>>({
    values: {
      meter: String(pull?.meter_id ?? firstOf(meters, flows[0])),
      key: '',
      ...Object.fromEntries(
        kind.settings.map(({ name, choices }) => [
          name,
          pull?.settings[name] ?? usualPlace(choices, household.country) ?? '',
        ]),
      ),
    },
    check: (values): Record<string, string | undefined> => ({
      ...Object.fromEntries(
        kind.settings.map(({ name }) => [name, isSound(form.props.ref.current, name) ? undefined : t('dialog.wrong')]),
      ),
      key: kind.hasKey && values['key']?.trim() === '' ? t('dialog.keyMissing') : undefined,
    }),
    send: async (values) => {
      const settings = Object.fromEntries(kind.settings.map(({ name }) => [name, values[name]?.trim() ?? '']));
      await callService(addPull, {
        body: {
          household: household.id,
          kind: kind.id,
          settings,
          ...(kind.fills === 'meter' && { meter: Number(values['meter']) }),
          ...(kind.hasKey && { key: values['key']?.trim() ?? '' }),
        },
      });
      void queryClient.invalidateQueries({ queryKey: ['pulls'] });
      onClose();
    },
    ...(kind.isLocal && { blame: { 'address-not-allowed': 'address' } }),
  });
  const flow = meters.find(({ value }) => value === form.values['meter'])?.flow;
  return (
    <form {...form.props} className="space-y-5">
      {kind.fills === 'meter' && flows.length > 1 && (
        <SelectField
          label={t('dialog.flow')}
          value={flow}
          options={flows.map((value) => ({ value, label: t(`flow.${value}`, { ns: 'devices' }) }))}
          disabled={pull !== undefined}
          onChange={({ target: { value } }) => form.set({ meter: firstOf(meters, value) })}
        />
      )}
      {kind.fills === 'meter' && (
        <SelectField
          {...form.field('meter')}
          label={t('dialog.meter')}
          options={meters.filter((one) => one.flow === flow)}
          disabled={pull !== undefined}
        />
      )}
      {kind.settings.map(({ name, pattern, choices, isOptional }) => {
        const words = {
          ...form.field(name),
          label: t(`setting.${kind.id}.${name}.label`, { defaultValue: name }),
          hint: t(`setting.${kind.id}.${name}.hint`, { defaultValue: '' }) || undefined,
          required: !isOptional,
        };
        return choices.length > 0 ? (
          <SelectField key={name} {...words} options={placesOf(choices, language)} />
        ) : (
          <TextField key={name} {...words} pattern={pattern} autoComplete="off" spellCheck={false} maxLength={200} />
        );
      })}
      {kind.hasKey && (
        <TextField
          {...form.field('key')}
          type="password"
          label={t('dialog.key')}
          hint={t(`key.${kind.id}`, { defaultValue: '' }) || undefined}
          autoComplete="off"
          maxLength={1000}
        />
      )}
      <FormAlert>{form.alert}</FormAlert>
      <FormActions
        submit={t('dialog.submit')}
        cancel={t('cancel', { ns: 'devices' })}
        onCancel={onClose}
        pending={form.isPending}
      />
    </form>
  );
}

interface FreeMeter extends SelectOption {
  readonly flow: Flow;
}

const firstOf = (meters: readonly FreeMeter[], flow: string | undefined): string =>
  meters.find((one) => one.flow === flow)?.value ?? '';

/** The home's own country's, where it is known. */
const usualPlace = (codes: readonly string[], country: string | null): string | undefined =>
  codes.find((code) => code.slice(0, 2) === country) ?? codes[0];

/** `NO1` → `Norway (NO1)`: codes begin with their country's. */
function placesOf(codes: readonly string[], language: string): SelectOption[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language, { numeric: true });
  return codes
    .map((value) => {
      const country = names.of(value.slice(0, 2)) ?? value;
      return { value, label: value.length === 2 ? country : `${country} (${value})` };
    })
    .sort((a, b) => compare(a.label, b.label));
}

/** As the browser finds it by its pattern. */
function isSound(form: HTMLFormElement | null, name: string): boolean {
  const input = form?.elements.namedItem(name);
  return !(input instanceof HTMLInputElement) || input.validity.valid;
}

/** One meter is filled by one service; undefined until they are known. */
function useFreeMeters(
  { utilities, flows }: PullKind,
  pull: Pull | undefined,
  pulls: readonly Pull[],
): readonly FreeMeter[] | undefined {
  const { data: meters } = useMeters();
  const { data: devices } = useDevices();
  if (meters === undefined || devices === undefined) return undefined;
  const isTaken = (id: number) => id !== pull?.meter_id && pulls.some(({ meter_id: meterId }) => meterId === id);
  return meters
    .filter(({ id, utility, flow }) => utilities.includes(utility) && flows.includes(flow) && !isTaken(id))
    .map(({ id, key, flow, device_id: device }) => ({
      value: String(id),
      flow,
      label: `${devices.find((one) => one.id === device)?.name ?? ''} (${key})`,
    }));
}
