/** Every quarter-hour of a month as a file for other programs: which month, and as what. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { fetchService } from '#shell/data/service.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { SelectField } from '#shell/ui/field.tsx';
import { saveFile } from '#shell/ui/file-transfer.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { readUsageParquet, readUsageTable } from '#subjects/usage/contract/usage-files.ts';

const months = 36;
const kinds = { csv: readUsageTable, parquet: readUsageParquet } as const;
type Kind = keyof typeof kinds;

/** `2026-11`, and those before it. */
const monthsUntil = (nowMs: number): string[] => {
  const now = new Date(nowMs);
  return Array.from({ length: months }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i, 1)).toISOString().slice(0, 7),
  );
};

export function UsageFiles() {
  const { t } = useTranslation('elsewhere');
  const format = useFormat();
  const words = useFailureMessages();
  const online = useOnline();
  const household = useHouseholdId();
  const choices = monthsUntil(useNow(3_600_000));
  const [month, setMonth] = useState(choices[0] ?? '');
  const file = useMutation({
    mutationFn: async (kind: Kind) => {
      const answer = await fetchService(kinds[kind], { query: { month, household } });
      saveFile(await answer.blob(), `wattershed-${month}.${kind}`);
    },
    onError: (error) => notify(t('files.failed'), words.ofThrown(error), 'alert'),
  });
  const name = (one: string) =>
    format.date(Date.parse(`${one}-01`), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <SelectField
        label={t('files.month')}
        fieldClass="min-w-44"
        value={month}
        options={choices.map((value) => ({ value, label: name(value) }))}
        onChange={({ target: { value } }) => setMonth(value)}
      />
      {(['csv', 'parquet'] as const).map((kind) => (
        <Button
          key={kind}
          look="secondary"
          disabled={!online}
          pending={file.isPending && file.variables === kind}
          onClick={() => file.mutate(kind)}
        >
          {t(`files.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
