import type { InviteBody, Invited } from '../contract/household.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#shell/parts/copy-button.tsx';
import { useForm } from '#shell/parts/form.tsx';
import { useFormat } from '#shell/household/household.ts';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { FormAlert, TextField } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { householdCalls, useHouseholdAction } from './household-api.ts';
import { choiceOf, lacksRoom, type Rights, RightsFields, roomsOf } from './rights-fields.tsx';

export interface InviteDialogProps {
  open: boolean;
  householdId: string;
  onClose: () => void;
}

interface Made {
  invited: Invited;
  email: string | undefined;
}

/** Asks what somebody may do, and makes the invitation; then it shows its link, this once. */
export function InviteDialog({ open, householdId, onClose }: InviteDialogProps) {
  const { t } = useTranslation('household');
  const { t: shell } = useTranslation();
  const [made, setMade] = useState<Made>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      closeLabel={shell('close')}
      title={t(made === undefined ? 'invite.title' : 'made.title')}
      description={made === undefined ? t('invite.text') : undefined}
    >
      {made === undefined ? (
        <InviteForm householdId={householdId} onMade={setMade} />
      ) : (
        <MadeInvitation {...made} onClose={close} />
      )}
    </Dialog>
  );
}

const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Invitation {
  rights: Rights;
  way: 'link' | 'mail';
  email: string;
}

function InviteForm({ householdId, onMade }: { householdId: string; onMade: (made: Made) => void }) {
  const { t } = useTranslation('household');
  const invite = useHouseholdAction((body: InviteBody) => householdCalls.invite(householdId, body), {
    done: () => undefined,
    failed: t('invite.failed'),
  });
  const form = useForm<Invitation>({
    values: { rights: { role: 'member', choice: choiceOf('member', null) }, way: 'link', email: '' },
    check: ({ rights, way, email }) => ({
      rights: lacksRoom(rights) ? t('invite.chooseRoom') : undefined,
      email: way === 'mail' && !looksLikeAddress.test(email.trim()) ? t('invite.emailInvalid') : undefined,
    }),
    send: async ({ rights: { role, choice }, way, email: typed }) => {
      const email = way === 'mail' ? typed.trim() : undefined;
      const body = { role, switchRooms: roomsOf(role, choice), ...(email !== undefined && { email }) };
      onMade({ invited: await invite.mutateAsync(body), email });
    },
    blame: { 'email-invalid': 'email' },
  });
  const isMailed = form.values.way === 'mail';
  return (
    <form {...form.props} className="space-y-5">
      <RightsFields {...form.control('rights')} error={form.errorOf('rights')} />
      <div>
        <p className="mb-1.5 text-small font-semibold">{t('invite.way')}</p>
        <SegmentedControl
          {...form.control('way')}
          label={t('invite.way')}
          options={[
            { value: 'link', label: t('invite.byLink') },
            { value: 'mail', label: t('invite.byMail') },
          ]}
        />
      </div>
      {isMailed && (
        <TextField
          {...form.field('email')}
          label={t('invite.email')}
          hint={t('invite.emailHint')}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
      )}
      <FormAlert>{form.alert}</FormAlert>
      <div className="flex justify-end">
        <Button type="submit" pending={form.isPending}>
          {t(isMailed ? 'invite.send' : 'invite.make')}
        </Button>
      </div>
    </form>
  );
}

const QrCode = lazy(() => import('#shell/parts/qr-code.tsx'));

interface MadeInvitationProps {
  invited: Invited;
  /** To whom it was sent, if it was to be. */
  email: string | undefined;
  onClose: () => void;
}

/** The link, this once: to be copied, or scanned from this screen. */
function MadeInvitation({ invited: { link, expiresAt, mailed }, email, onClose }: MadeInvitationProps) {
  const { t } = useTranslation('household');
  const format = useFormat();
  return (
    <div className="space-y-4">
      {email !== undefined && <p role="status">{t(mailed ? 'made.mailed' : 'made.notMailed', { email })}</p>}
      <div className="flex items-center gap-3 rounded-control border border-leaf/40 bg-leaf-soft p-3">
        <code aria-label={t('made.link')} className="min-w-0 flex-1 text-small break-all">
          {link}
        </code>
        <CopyButton text={link} label={t('made.copy')} look="primary" />
      </div>
      <p className="text-small text-ink-soft">
        {t('made.once', { date: format.dateTime(Date.parse(expiresAt)) })}
        {email === undefined && ` ${t('made.care')}`}
      </p>
      <div className="flex flex-col items-center gap-2">
        <Suspense fallback={<Skeleton className="size-52 rounded-control" />}>
          <QrCode text={link} label={t('made.qr')} />
        </Suspense>
        <p className="text-small text-ink-soft">{t('made.qrText')}</p>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('made.done')}</Button>
      </div>
    </div>
  );
}
