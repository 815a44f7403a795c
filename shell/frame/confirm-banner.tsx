import { QueryClientProvider } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddress } from '../session/confirm-address.tsx';
import { queryClient } from '../data/query-client.ts';
import { Banner } from './banner.tsx';

/** Asks for the proof of an address, on every page until there is one. */
export default function ConfirmBanner({ email }: { email: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Asking email={email} />
    </QueryClientProvider>
  );
}

function Asking({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const address = useAddress();
  if (address?.isProved !== false) return null;
  return (
    <Banner icon={<MailQuestion className="size-4.5" aria-hidden />} tint="bg-leaf-soft text-ink">
      <p className="wrap-anywhere">{t('confirm.banner', { email })}</p>
      <Link to="/profile" className="font-semibold text-leaf underline">
        {t('confirm.toProfile')}
      </Link>
    </Banner>
  );
}
