import type { CommunityPart } from '../../contract/community-terms.ts';
import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsAdministrator } from '#shell/session/administrator.ts';
import { Button } from '#shell/ui/button.tsx';
import { kindOfPart, linkToWrite } from '../community-links.ts';
import { useMembersOnly, useStanding } from '../standing.ts';

/** Begins a post of the part one looks at. What only administrators write is offered to them alone. */
export function WriteButton({ part }: { part: CommunityPart }) {
  const { t } = useTranslation('community');
  const navigate = useNavigate();
  const membersOnly = useMembersOnly();
  const standing = useStanding();
  const kind = kindOfPart[part];
  const isForTeam = kind === 'announcement' || kind === 'event';
  const isAdministrator = useIsAdministrator(isForTeam && standing === 'member');
  if (isForTeam && isAdministrator !== true) return null;
  return (
    <Button
      icon={<PenLine className="size-[18px]" aria-hidden />}
      onClick={() => membersOnly(() => void navigate(linkToWrite(kind)))}
    >
      {t(`write.${kind}`)}
    </Button>
  );
}
