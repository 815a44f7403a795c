import { useTranslation } from 'react-i18next';
import { type NoticeGroup, noticeGroupIds, noticeGroups, type NoticeWay, noticeWays } from '#catalogue/index.ts';
import { useOnline } from '#shell/data/online.ts';
import { useRights } from '#shell/household/household.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { Switch } from '#shell/ui/switch.tsx';
import { Cell, HeaderCell, Table } from '#shell/ui/table.tsx';
import { type useWishes, useChooseWish, type Way } from './way-queries.ts';

interface WishTableProps {
  ways: readonly Way[];
  wishes: NonNullable<ReturnType<typeof useWishes>['data']>;
}

/** What is told by which way: each group of notices a row, each kind of way that the person has a column. */
export function WishTable({ ways, wishes }: WishTableProps) {
  const { t } = useTranslation('notice-ways');
  const words = useFailureMessages();
  const online = useOnline();
  const choose = useChooseWish();
  // By mail nothing is told unasked to who may only look.
  const byRole = useRights().data?.mayWrite ?? true;
  const columns = noticeWays.filter((way) => way === 'mail' || ways.some((one) => one.way === way));
  const isWanted = (way: NoticeWay, group: NoticeGroup): boolean => {
    const chosen = wishes.find((one) => one.way === way && one.kind_group === group);
    const { byMail, byMessage } = noticeGroups[group];
    return chosen?.is_wanted ?? (way === 'mail' ? byMail && byRole : byMessage);
  };
  return (
    <section>
      <h3 className="font-semibold">{t('wishes.title')}</h3>
      <Table caption={t('wishes.caption')}>
        <thead>
          <tr>
            <HeaderCell>{t('wishes.what')}</HeaderCell>
            {columns.map((way) => (
              <HeaderCell key={way} className="px-1! text-center!">
                {t(`kind.${way}`)}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeGroupIds.map((group) => (
            <tr key={group}>
              <Cell className="py-1!">{t(`group.${group}`)}</Cell>
              {columns.map((way) => (
                <Cell key={way} className="px-1! py-1! text-center">
                  <Switch
                    label={t('wishes.cell', { group: t(`group.${group}`), way: t(`kind.${way}`) })}
                    checked={isWanted(way, group)}
                    disabled={!online}
                    onChange={(checked) =>
                      choose.mutate(
                        { way, group, isWanted: checked },
                        { onError: (error) => notify(t('wishes.saveFailed'), words.ofThrown(error), 'alert') },
                      )
                    }
                  />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
