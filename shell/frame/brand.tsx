import { Link } from 'react-router';

export function Brand() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-[1.25rem] font-[680] tracking-[-0.01em]"
    >
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <path d="M16 2C11 9 6 13.5 6 20a10 10 0 0 0 20 0C26 13.5 21 9 16 2z" className="fill-water-text" />
        <path d="M17.5 10 11 20h4.5L14 27l7-10.5h-4.5z" className="fill-power-fill" />
      </svg>
      <span className="max-[27rem]:sr-only">Wattershed</span>
    </Link>
  );
}
