import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { TextField } from '#shell/ui/field.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { Switch } from '#shell/ui/switch.tsx';
import { type Quiet, useSaveQuietHours } from './way-queries.ts';

const usual: Quiet = { starts: '22:00', ends: '07:00' };

/** Saved as they are chosen. */
export function QuietHoursForm({ kept }: { kept: Quiet | null }) {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const save = useSaveQuietHours();
  const keep = (quiet: Quiet | null) =>
    save.mutate(quiet, {
      onError: (error) => notify(t('wishes.saveFailed'), words.ofThrown(error), 'alert'),
    });
  const ends = ['starts', 'ends'] as const;
  return (
    <section>
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t('quiet.title')}</h3>
          <p className="text-small text-ink-soft">{t('quiet.text')}</p>
        </div>
        <Switch
          label={t('quiet.label')}
          checked={kept !== null}
          disabled={!online}
          onChange={(checked) => keep(checked ? usual : null)}
        />
      </div>
      {kept !== null && (
        <div className="mt-3 flex flex-wrap gap-4">
          {ends.map((end) => (
            <TextField
              key={`${end} ${kept[end]}`}
              label={t(end === 'starts' ? 'quiet.from' : 'quiet.until')}
              type="time"
              required
              disabled={!online}
              defaultValue={kept[end].slice(0, 5)}
              onBlur={({ target: { value } }) => {
                const other = kept[end === 'starts' ? 'ends' : 'starts'].slice(0, 5);
                if (value !== '' && value !== other && value !== kept[end].slice(0, 5)) keep({ ...kept, [end]: value });
              }}
            />
          ))}
        </div>
      )}
    </section>
  );
}
