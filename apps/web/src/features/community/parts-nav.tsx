import { type CommunityPart, communityParts } from '@wattershed/contracts/community-terms';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { linkToPart } from './community-links.ts';

/** The parts of the community, side by side. A narrow screen scrolls them; the one that is shown is always in view. */
export function PartsNav({ current }: { current: CommunityPart | undefined }) {
  const { t } = useTranslation('community');
  const chosen = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const link = chosen.current;
    const frame = link?.closest('ul');
    if (current === undefined || !link || !frame) return;
    frame.scrollLeft = link.offsetLeft - (frame.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={t('parts.label')} className="-mb-px min-w-0 max-rail:w-full">
      <ul className="relative flex gap-1 overflow-x-auto [scrollbar-width:none] max-rail:px-4">
        {communityParts.map((part) => (
          <li key={part} className="shrink-0">
            <Link
              ref={part === current ? chosen : undefined}
              to={linkToPart(part)}
              state={{ stays: true }}
              aria-current={part === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center border-b-2 px-3 font-semibold transition-colors duration-150 focus-visible:-outline-offset-2',
                part === current
                  ? 'border-leaf text-leaf'
                  : 'border-transparent text-ink-soft hover:border-line hover:text-ink',
              )}
            >
              {t(`parts.${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
