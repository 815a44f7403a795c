import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { profileQuery, useProfile } from '#subjects/identity/web/profile-query.tsx';
import { useMemberships } from '#shell/household/household.ts';
import { currentOf } from '#shell/household/memberships.ts';
import { saveProfile } from '#shell/session/save-profile.ts';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';

/** The way back to the first steps for whoever put them off; nothing for others. */
export function FirstStepsAgain() {
  const { t } = useTranslation(['household', 'errors']);
  const words = useFailureMessages();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: profile } = useProfile();
  const { data: current } = useMemberships(currentOf);
  const show = useMutation({
    mutationFn: async (userId: string) => {
      await saveProfile(userId, { skips_first_steps: false });
      await queries.invalidateQueries({ queryKey: profileQuery(userId).queryKey });
    },
    onSuccess: () => navigate('/dashboard'),
    onError: (error) => notify(t('firstSteps.again.failed'), words.ofThrown(error), 'alert'),
  });
  const mayGo = current?.households.kind === 'home' && current.role !== 'viewer';
  if (!profile?.skips_first_steps || !mayGo) return null;
  return (
    <section className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card p-4 sm:px-6">
      <ListChecks className="size-5 shrink-0 text-leaf" aria-hidden />
      <p className="min-w-48 flex-1">{t('firstSteps.again.text')}</p>
      <Button look="secondary" pending={show.isPending} onClick={() => show.mutate(profile.user_id)}>
        {t('firstSteps.again.show')}
      </Button>
    </section>
  );
}
