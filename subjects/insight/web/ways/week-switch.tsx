import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { useRights } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { Switch } from '#shell/ui/switch.tsx';
import { useChooseWeek, useWeekMail } from './way-queries.ts';

/** The mail of a week: where nobody has chosen, owners and members get it. */
export function WeekSwitch() {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const chosen = useWeekMail().data;
  const byRole = useRights().data?.mayWrite ?? true;
  const choose = useChooseWeek();
  return (
    <div className="flex items-center gap-4 border-y border-line py-3">
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{t('week.title')}</h3>
        <p className="text-small text-ink-soft">{t('week.text')}</p>
      </div>
      <Switch
        label={t('week.label')}
        checked={chosen ?? byRole}
        disabled={!online}
        onChange={(checked) =>
          choose.mutate(checked, { onError: (error) => notify(t('week.failed'), words.ofThrown(error), 'alert') })
        }
      />
    </div>
  );
}
