import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#shell/data/service.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import type { Household, TariffRow } from '#supabase/tables/index.ts';
import type { ComparedPaper, PriceCorrection, ReadPaperBill } from '../../contract/paper-bill.ts';
import { enterTariffs } from '../../contract/tariffs.ts';
import { removeTariff } from '../tariffs/tariff-api.ts';
import { useBillFormat } from '../use-bill-format.ts';

interface PaperPriceProps {
  household: Household;
  tariffs: readonly TariffRow[];
  read: ReadPaperBill;
  onCorrected: (corrected: Corrected) => void;
  compared: ComparedPaper;
  correction: PriceCorrection;
}

interface PaperPriceProps {
  household: Household;
  tariffs: readonly TariffRow[];
  read: ReadPaperBill;
  onCorrected: (corrected: Corrected) => void;
  compared: ComparedPaper;
  correction: PriceCorrection;
}

/** One price of the tariff is another on the paper, and all else agrees: one press makes it a tariff of its own from that day on. */
export function PaperPrice({ household, tariffs, read, compared, correction, onCorrected }: PaperPriceProps) {
  const { plan, from, printed, name, period, before, after } = correction;
  const { t } = useTranslation('utility-bills');
  const { ofThrown } = useFailureMessages();
  const write = useBillFormat(compared.currency);
  const isShare = read.bill.lines[printed]?.unit === '%';
  const price = (rate: string) => (isShare ? write.percent(Number(rate)) : write.price(Number(rate)));
  const facts = tariffs.find((one) => one.utility === compared.utility && one.valid_from <= from)?.facts;
  const apply = useMutation({
    mutationFn: () =>
      callService(enterTariffs, {
        body: { household: household.id, validFrom: from, tariffs: [{ plan, ...(facts && { facts }) }] },
      }),
    onSuccess: ({ ids: [id = ''] }) => onCorrected({ id, from }),
  });
  return (
    <div className="space-y-2 rounded-control bg-leaf-soft px-3 py-2" data-paper-price>
      <p className="text-small">
        {t('paper.price.text', {
          name: [write.words(name), ...(period === undefined ? [] : [period])].join(' · '),
          before: price(before),
          after: price(after),
        })}
      </p>
      <Button look="secondary" size="small" pending={apply.isPending} onClick={() => apply.mutate()}>
        {t('paper.price.use', { day: write.day(from) })}
      </Button>
      {apply.isError && (
        <p role="alert" className="text-small text-alert">
          {ofThrown(apply.error)}
        </p>
      )}
    </div>
  );
}

export interface Corrected {
  /** Of the tariff that was made. */
  id: string;
  from: string;
}

interface PaperCorrectedProps {
  household: Household;
  corrected: Corrected;
  mayDelete: boolean;
  onUndone: () => void;
}

export function PaperCorrected({ household, corrected: { id, from }, mayDelete, onUndone }: PaperCorrectedProps) {
  const { t } = useTranslation('utility-bills');
  const { ofThrown } = useFailureMessages();
  const write = useBillFormat();
  const ref = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => ref.current?.focus(), []);
  const undo = useMutation({
    mutationFn: () => removeTariff({ household_id: household.id, id }),
    onSuccess: onUndone,
  });
  return (
    <div className="rounded-control bg-leaf-soft px-3 py-2 text-small">
      <p ref={ref} tabIndex={-1} className="outline-none">
        {t('paper.price.done', { day: write.day(from) })}
      </p>
      {mayDelete && (
        <Button look="quiet" size="small" className="-ml-3" pending={undo.isPending} onClick={() => undo.mutate()}>
          {t('paper.price.undo')}
        </Button>
      )}
      {undo.isError && (
        <p role="alert" className="text-alert">
          {ofThrown(undo.error)}
        </p>
      )}
    </div>
  );
}
