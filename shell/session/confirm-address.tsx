/** The proof that an address is its person's: asked for by a mail, whose link leads to the profile with a token. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AccountAddress,
  proveAddress,
  type ProveAddressBody,
  readAccountAddress,
  sendAddressProof,
} from '#subjects/identity/contract/account.ts';
import { MailCheck, MailQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices/notice.ts';
import { useFailureMessages } from '../text/failure-messages.ts';
import { callService } from '../data/service.ts';
import { useSession } from './session.ts';

/** Of the address that the account has now. Undefined: not known (yet), or nobody's whose address could be proved. */
export function useAddress({ isWaiting = false } = {}): AccountAddress | undefined {
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : undefined;
  const { data } = useQuery({
    queryKey: ['account-address', user?.id ?? null, user?.email ?? null],
    queryFn: () => callService(readAccountAddress),
    enabled: user !== undefined && !user.isGuest && user.email !== '',
    staleTime: 5 * 60_000,
    // The link may be opened in another window, or on another device.
    refetchInterval: ({ state }) => (isWaiting && state.data?.isProved === false ? 5000 : false),
  });
  return data;
}

/** Nothing where the address is proved. */
export function ConfirmAddress({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const address = useAddress({ isWaiting: true });
  const words = useFailureMessages();
  const send = useMutation({
    mutationFn: () => callService(sendAddressProof),
    onError: (error) => notify(words.ofService(error), undefined, 'alert'),
  });
  if (address === undefined || address.isProved) return null;
  const Icon = send.isSuccess ? MailCheck : MailQuestion;
  return (
    <div role="status" className="flex gap-4 rounded-control bg-leaf-soft p-4">
      <Icon className="mt-0.5 size-6 shrink-0 text-leaf" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{send.isSuccess ? t('done.checkEmail') : t('confirm.title')}</p>
        <p className="mt-0.5 wrap-anywhere">
          {send.isSuccess ? t('confirm.sent', { email }) : t('confirm.text', { email })}
        </p>
        {address.canProve ? (
          <Button look="secondary" className="mt-3" pending={send.isPending} onClick={() => send.mutate()}>
            {t(send.isSuccess ? 'profile.emailAgain' : 'confirm.send')}
          </Button>
        ) : (
          <p className="mt-2">{t('confirm.cannot')}</p>
        )}
      </div>
    </div>
  );
}

/** Shows the token of the link with the session of whoever opened it: so nothing of the account ends. */
export function useConfirmation() {
  const { t } = useTranslation('account');
  const words = useFailureMessages();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callService(proveAddress, { body: { token } satisfies ProveAddressBody }),
    onSuccess: () => notify(t('confirm.done')),
    onError: (error) => notify(words.ofService(error), undefined, 'alert'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['account-address'] }),
  });
}
